// Deciding apart from the screening page: an outbox that says whether all is saved.

import { identity, project } from "./api.js";
import { h, toast } from "./dom.js";
import { decisionOn, Outbox } from "./outbox.js";
import { plural } from "./words.js";

/** `decide(record, stage, label, more)` keeps and sends a decision; `saved` is an element that tells what waits. */
export function deciding(reader) {
  const outbox = new Outbox(reader, project, identity);
  const saved = h("span", { role: "status" });
  outbox.addEventListener("change", () => {
    const { waiting, refused, durable } = outbox;
    const parts = [waiting ? `${plural(waiting, "decision")} waiting to be sent` : refused.length ? "All else is saved" : "All saved"];
    if (refused.length) parts.push(`${refused.length} not accepted: ${refused.at(-1).message}`);
    if (!durable) parts.push("this browser keeps nothing for us: leave this tab open until all is saved");
    saved.textContent = parts.join("; ");
  });
  outbox.addEventListener("refused", ({ detail }) => toast(`Not accepted: ${detail.message}`, { kind: "bad" }));
  return { saved, decide: (...made) => outbox.add(decisionOn(...made)) };
}
