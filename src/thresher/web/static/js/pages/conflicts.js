// Disagreements, each to be settled by one final word.

import { get, inProject, project } from "../api.js";
import { bdi, button, byId, h, steady, toast } from "../dom.js";
import { Outbox } from "../outbox.js";
import { patternsOf, recordParts } from "../record.js";
import { begin, empty, projectFacts } from "../shell.js";
import { newUid } from "../uid.js";
import { labelWord, plural, STAGES, when } from "../words.js";

function said(one) {
  return h("li", {}, h("span", { class: `label ${one.label}` }, labelWord(one.label)), " ", h("b", {}, bdi(one.reader)), one.reason ? [" because ", bdi(one.reason)] : null, one.note ? h("q", { dir: "auto" }, one.note) : null, h("small", {}, ` ${when(one.decided_at)}`));
}

function settle(conflict, label, parts) {
  const { outbox, item, note, reason } = parts;
  if (item.dataset.settled) return;
  item.dataset.settled = label;
  const decision = { uid: newUid(), record: conflict.record.id, stage: conflict.stage, label, decided_at: new Date().toISOString() };
  if (note.value.trim()) decision.note = note.value.trim();
  if (label === "exclude" && reason?.value) decision.reason = reason.value;
  outbox.add(decision);
  steady(byId("page"), () => item.replaceChildren(h("p", {}, `Settled: ${labelWord(label).toLowerCase()}. `, h("span", { dir: "auto" }, conflict.record.title))));
}

function conflictItem(conflict, { settings, outbox, may }) {
  const note = h("textarea", { rows: 2, dir: "auto", "aria-label": "Note to the decision", placeholder: "Why (kept with the decision)" });
  const reasons = settings.reasons?.[conflict.stage] ?? [];
  const reason = reasons.length ? h("select", { "aria-label": "Reason to exclude" }, h("option", { value: "" }, "Reason, if excluded"), reasons.map((one) => h("option", { value: one }, one))) : null;
  const item = h("li", { class: "box conflict" });
  const parts = { outbox, item, note, reason };
  item.append(
    h("p", { class: "facts" }, STAGES[conflict.stage] ?? conflict.stage),
    ...recordParts(conflict.record, { patterns: patternsOf(settings.terms) }),
    h("ul", { class: "said" }, conflict.decisions.map(said)),
    may ? h("div", { class: "row" }, note, reason, button("Exclude", () => settle(conflict, "exclude", parts), { class: "act exclude" }), button("Include", () => settle(conflict, "include", parts), { class: "act include" })) : h("p", { class: "hint" }, "An adjudicator or owner settles this."),
  );
  return item;
}

begin(async (who) => {
  const [facts, { conflicts }] = await Promise.all([projectFacts(), get(inProject("/conflicts"))]);
  if (!conflicts.length) return empty("No conflicts. Where two readers disagree, both decisions will stand here side by side.", { href: "screen", text: "Screen" });
  const outbox = new Outbox(who.reader.name, project);
  outbox.addEventListener("refused", ({ detail }) => toast(`Not accepted: ${detail.message}`, { kind: "bad" }));
  outbox.addEventListener("change", () => (saved.textContent = outbox.waiting ? `${plural(outbox.waiting, "decision")} waiting to be sent` : "All saved"));
  const saved = h("span", { role: "status" });
  const may = ["owner", "adjudicator"].includes(facts.me?.role);
  return [h("p", { class: "row" }, h("b", {}, plural(conflicts.length, "conflict")), saved, button("Look again", () => location.reload(), { class: "quiet" })), h("ul", { class: "cards wide", id: "conflicts" }, conflicts.map((one) => conflictItem(one, { settings: facts.settings ?? {}, outbox, may })))];
});
