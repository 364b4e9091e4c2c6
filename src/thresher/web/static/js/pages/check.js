// Decisions that surprise the model, to be read again.

import { get, inProject } from "../api.js";
import { deciding } from "../deciding.js";
import { button, byId, h, steady } from "../dom.js";
import { patternsOf, recordParts } from "../record.js";
import { begin, empty, projectFacts } from "../shell.js";
import { labelName, labelWord, percentDown, plural } from "../words.js";

function item(one, { decide, patterns }) {
  const label = labelName(one.label);
  const other = label === "include" ? "exclude" : "include";
  const box = h("li", { class: "box" });
  const close = (...told) => steady(byId("page"), () => box.replaceChildren(h("p", {}, ...told)));
  const change = () => {
    if (box.dataset.done) return;
    box.dataset.done = other;
    decide(one.record.id, "abstract", other, { note: "changed at the label check" });
    close(`Now ${labelWord(other).toLowerCase()}: `, h("span", { dir: "auto" }, one.record.title));
  };
  box.append(
    h("p", {}, h("span", { class: `label ${label}` }, labelWord(label)), ` The model ranks it ${label === "include" ? "below" : "above"} ${one.against >= 1 ? "all other records" : `${percentDown(one.against, 0)} of the records`}.`),
    ...recordParts(one.record, { patterns, brief: true }),
    h("p", { class: "row" }, button("It is right", () => close("Left as it is: ", h("span", { dir: "auto" }, one.record.title))), button(`Change to ${labelWord(other).toLowerCase()}`, change, { class: `act ${other}` })),
  );
  return box;
}

begin(async (who) => {
  const facts = await projectFacts();
  const { suspicions } = facts.decided ? await get(inProject("/suspicions")) : { suspicions: [] };
  if (!suspicions.length) return empty("Nothing surprising so far. The check compares each decision with what the model learned from the others; it needs two included and two excluded records.", { href: "screen", text: "Screen" });
  const { saved, decide } = deciding(who.reader.name);
  const shown = { decide, patterns: patternsOf(facts.settings?.terms) };
  return [h("p", { class: "row" }, `${plural(suspicions.length, "decision")} to read again, most surprising first.`, saved), h("ul", { class: "cards wide" }, suspicions.map((one) => item(one, shown)))];
});
