// The question, the criteria, the terms, reasons and tags of a project.

import { inProject, put } from "../api.js";
import { button, field, h, steady, toast } from "../dom.js";
import { bindings, DEFAULTS } from "../keys.js";
import { begin, mayManage, projectFacts } from "../shell.js";

const lines = (text) => [...new Set(text.split("\n").map((line) => line.trim()).filter(Boolean))];
const area = (items, rows = 4) => h("textarea", { rows, dir: "auto", value: (items ?? []).join("\n") });

function tagRows(tags) {
  const list = h("div", { class: "rows" });
  const box = h("div", {}, list, button("Add a tag", () => add().querySelector(".tag-name").focus()));
  const add = (tag = { name: "", key: "" }) => {
    const row = h(
      "div",
      { class: "row tag-row" },
      h("input", { class: "tag-name", value: tag.name, maxlength: 100, dir: "auto", "aria-label": "Tag" }),
      h("input", { class: "tag-key", value: tag.key ?? "", maxlength: 1, size: 3, "aria-label": "Key of the tag", placeholder: "key" }),
      button("Remove", () => steady(box, () => row.remove()), { class: "link" }),
    );
    list.append(row);
    return row;
  };
  for (const tag of tags) add(tag);
  const read = () => [...list.children].map((row) => ({ name: row.querySelector(".tag-name").value.trim(), key: row.querySelector(".tag-key").value.trim().toLowerCase() || null })).filter((tag) => tag.name);
  return { box, read };
}

begin(async () => {
  const facts = await projectFacts();
  const it = facts.settings ?? {};
  const question = h("textarea", { rows: 3, dir: "auto", maxlength: 4000, value: it.question ?? "" });
  const areas = {
    include: area(it.criteria?.include),
    exclude: area(it.criteria?.exclude),
    wordsFor: area(it.terms?.include),
    wordsAgainst: area(it.terms?.exclude),
    abstractReasons: area(it.reasons?.abstract),
    fulltextReasons: area(it.reasons?.fulltext),
  };
  const tags = tagRows(it.tags ?? []);
  const told = h("p", { role: "status" });
  const form = h(
    "form",
    { class: "stack" },
    h("section", { class: "box" }, h("h2", {}, "Question"), field("What does the review ask?", question)),
    h("section", { class: "box" }, h("h2", {}, "Criteria"), h("div", { class: "grid" }, field("A study is included if…", areas.include, "One criterion a line"), field("A study is excluded if…", areas.exclude, "One criterion a line"))),
    h("section", { class: "box" }, h("h2", {}, "Terms to mark"), h("div", { class: "grid" }, field("Speak for inclusion", areas.wordsFor, "One a line; * stands for any ending: random*"), field("Speak for exclusion", areas.wordsAgainst, "One a line; only marked, never acted on"))),
    h("section", { class: "box" }, h("h2", {}, "Reasons to exclude"), h("div", { class: "grid" }, field("By title and abstract", areas.abstractReasons, "The first nine have the keys 1 to 9"), field("By full text", areas.fulltextReasons, "PRISMA wants each full-text exclusion with its reason"))),
    h("section", { class: "box" }, h("h2", {}, "Tags"), tags.box),
    h("p", { class: "row" }, h("button", { class: "main" }, "Save"), told),
  );
  const changes = () => ({
    question: question.value.trim(),
    criteria: { include: lines(areas.include.value), exclude: lines(areas.exclude.value) },
    terms: { include: lines(areas.wordsFor.value), exclude: lines(areas.wordsAgainst.value) },
    reasons: { abstract: lines(areas.abstractReasons.value), fulltext: lines(areas.fulltextReasons.value) },
    tags: tags.read(),
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const wanted = changes();
    const { clashes } = bindings(DEFAULTS, { tags: wanted.tags, reasons: wanted.reasons.abstract });
    if (clashes.length) return void (told.textContent = `Not saved: one key has two meanings. ${clashes.join("; ")}`);
    try {
      await put(inProject("/settings"), wanted);
      told.textContent = "Saved.";
    } catch (error) {
      told.textContent = "";
      toast(`Not saved: ${error.message}`, { kind: "bad" });
    }
    return undefined;
  });
  if (!mayManage(facts)) {
    for (const control of form.querySelectorAll("input, textarea, button")) control.disabled = true;
    form.prepend(h("p", { class: "hint" }, "Only an owner may change these."));
  }
  return form;
});
