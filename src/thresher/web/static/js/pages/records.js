// Any record by its words: look it up, decide on it, see what was decided.

import { get, inProject } from "../api.js";
import { deciding } from "../deciding.js";
import { button, field, h, select } from "../dom.js";
import { patternsOf, recordParts } from "../record.js";
import { begin, empty, failed, projectFacts } from "../shell.js";
import { labelWord } from "../words.js";

const PAGE = 25;
const LABELS = { "": "all", included: "included", excluded: "excluded", maybe: "maybe", conflict: "in conflict", undecided: "not decided" };
const NAMES = { included: "include", excluded: "exclude" };

function item(record, { patterns, send }) {
  const box = h("li", { class: "box" });
  const standing = h("span", {});
  const show = (label) => standing.replaceChildren(label ? h("span", { class: `label ${NAMES[label] ?? label}` }, labelWord(NAMES[label] ?? label)) : h("span", { class: "label" }, "Not decided"));
  const decide = (label) => {
    send(record.id, "abstract", label);
    show(label);
  };
  show(record.label);
  box.append(
    h("p", {}, standing, (record.tags ?? []).map((tag) => h("span", { class: "tag", dir: "auto" }, tag))),
    ...recordParts(record, { patterns, brief: true }),
    h("p", { class: "row" }, button("Exclude", () => decide("exclude")), button("Maybe", () => decide("maybe")), button("Include", () => decide("include")), h("a", { href: `history?record=${record.id}` }, "Its history")),
  );
  return box;
}

begin(async (who) => {
  const facts = await projectFacts();
  const { saved, decide: send } = deciding(who.reader.name);
  const query = h("input", { type: "search", dir: "auto", maxlength: 400 });
  const label = select(LABELS);
  const tag = select({ "": "any", ...Object.fromEntries((facts.settings?.tags ?? []).map((one) => [one.name, one.name])) });
  const form = h("form", { class: "box inline", role: "search" }, field("Words", query), field("Decision", label), field("Tag", tag), h("button", { class: "main" }, "Find"), saved);
  const list = h("ul", { class: "cards wide" });
  const rest = h("div", {});
  const patterns = patternsOf(facts.settings?.terms);
  const load = async (after = null) => {
    const asked = new URLSearchParams({ query: query.value.trim(), label: label.value, tag: tag.value, limit: PAGE });
    if (after !== null) asked.set("after", after);
    try {
      const page = await get(inProject(`/records?${asked}`));
      const items = page.records.map((record) => item(record, { patterns, send }));
      if (after === null) list.replaceChildren(...items);
      else list.append(...items);
      rest.replaceChildren(page.more ? button("More", () => load(page.after)) : list.childElementCount ? "" : empty("No record fits."));
    } catch (error) {
      rest.replaceChildren(failed(error, () => load(after)));
    }
  };
  form.addEventListener("submit", (event) => (event.preventDefault(), load()));
  await load();
  return [form, list, rest];
});
