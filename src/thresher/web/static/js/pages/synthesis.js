// What the included studies say: table, contradiction map, summary with evidence.

import { address, finished, get, inProject, post } from "../api.js";
import { button, h, steady, table, toast } from "../dom.js";
import { begin, empty, fill } from "../shell.js";
import { count, percent, plural } from "../words.js";

const ARROWS = { increases: "↑ increases", decreases: "↓ decreases", no_change: "= no change", not_reported: "– not reported" };
const told = h("p", { role: "status" });

const text = (value) => h("span", { dir: "auto" }, value ?? "–");
const name = (word) => String(word).replace(/\W+/g, "_");

function direction(one) {
  const share = one[name(one.direction)];
  return h("span", { class: `direction ${name(one.direction)}` }, ARROWS[name(one.direction)] ?? one.direction, typeof share === "number" ? h("small", {}, ` ${percent(share)}`) : null);
}

const MANY = 50; // rows shown at once

/** A table of which the first rows are shown, and the rest when asked for. */
function longTable(caption, heads, rows) {
  const place = h("div", {}, table(caption, heads, rows.slice(0, MANY)));
  const show = () => steady(place, () => place.replaceChildren(table(caption, heads, rows)));
  if (rows.length > MANY) place.append(button(`Show all ${count(rows.length)} rows`, show));
  return place;
}

const beside = (one) => (one?.beside ? h("small", { class: "hint", dir: "auto" }, ` ${one.beside}`) : null);
const evidence = (one) => (one.sentence ? h("details", {}, h("summary", {}, "Sentence"), h("q", { dir: "auto" }, one.sentence), beside(one)) : "–");
const findings = (it, titles) => longTable("Findings", ["Study", "Intervention", "Outcome", "Direction", "Evidence"], it.findings.map((one) => [text(titles.get(one.study) ?? one.study), text(one.intervention), text(one.outcome), direction(one), evidence(one)]));

function cell(one) {
  const counted = Object.entries(one.counts ?? {}).filter(([, number]) => number);
  return counted.map(([word, number]) => `${(ARROWS[name(word)] ?? word)[0]} ${number}`).join(" · ") || "–";
}

const studiesOf = (one) => Object.keys(one.studies ?? {}).length;
const verdictOf = (flag) => String(flag ?? "").charAt(0) + String(flag ?? "").slice(1).toLowerCase();
const cells = (caption, rows) =>
  longTable(
    caption,
    ["Intervention", "Outcome", "Studies", "Directions", "Verdict"],
    rows.map((one) => [text(one.intervention), text(one.outcome), count(studiesOf(one)), h("span", { class: "nowrap" }, cell(one)), h("span", { class: one.dissenting?.length ? "contradicts" : "" }, verdictOf(one.flag))]),
  );

/** What several studies report first; what only one does cannot disagree, and is folded away. */
function map(all) {
  const several = all.filter((one) => studiesOf(one) > 1);
  const single = all.filter((one) => studiesOf(one) <= 1);
  return [
    several.length ? cells("Contradiction map", several) : empty("No intervention and outcome in common yet."),
    single.length ? h("details", {}, h("summary", {}, `${plural(single.length, "pair")} that one study alone reports`), cells("Pairs of one study", single)) : null,
  ];
}

function claim(one, titles, rows) {
  const references = one.references ?? [];
  return h(
    "div",
    { class: "claim" },
    h("p", { dir: "auto" }, one.text, one.remark ? h("small", {}, ` ${one.remark}`) : null),
    references.length ? h("details", {}, h("summary", {}, `${plural(references.length, "sentence")} behind it`), h("ul", {}, references.map((piece) => h("li", {}, h("q", { dir: "auto" }, piece.quote), " ", h("small", { dir: "auto" }, titles.get(piece.study) ?? piece.study), beside(rows.get(piece.row)))))) : null,
  );
}

const studiesBehind = (one) => new Set((one.references ?? []).map((piece) => piece.study)).size;

/** Lines of several studies first; what rests on one alone is folded away. */
function summary(it, titles, rows) {
  const told = (some) => some.map((one) => claim(one, titles, rows));
  const several = it.sentences.filter((one) => studiesBehind(one) > 1);
  const single = it.sentences.filter((one) => studiesBehind(one) <= 1);
  return h("div", { class: "box" }, told(several), single.length ? h("details", {}, h("summary", {}, `${plural(single.length, "line")} on one study each`), told(single)) : null, (it.notes ?? []).map((note) => h("p", { class: "hint" }, note)));
}

async function draw() {
  const it = await get(inProject("/synthesis")).catch((error) => {
    if (error.status === 404) return null;
    throw error;
  });
  const run = async () => {
    told.textContent = "Reading the included studies…";
    try {
      const { job } = await post(inProject("/synthesis"));
      await finished(job, (state) => (told.textContent = state.text || told.textContent));
      told.textContent = "";
      await fill(draw);
    } catch (error) {
      told.textContent = `Not done: ${error.message}`;
      toast(`Not done: ${error.message}`, { kind: "bad" });
    }
  };
  const head = h("p", { class: "row" }, button(it ? "Read again" : "Read the included studies", run, { class: "main" }), it?.findings?.length ? h("a", { class: "button", href: address(inProject("/synthesis.html")), target: "_blank", rel: "noopener" }, "As a page") : null, told);
  if (!it) return [head, empty("No study is read yet. Studies are the records that you included; they need abstracts.", { href: "screen", text: "Screen" })];
  if (!it.findings?.length) return [head, empty(`${plural(it.studies?.length ?? 0, "study", "studies")} read, and no sentence in them was found that says what an intervention did to an outcome.`)];
  const titles = new Map((it.studies ?? []).map((study) => [study.id, study.title]));
  const rows = new Map(it.findings.map((one) => [one.row, one]));
  return [
    head,
    it.summary?.sentences?.length ? [h("h2", {}, "Summary"), h("p", { class: "hint" }, it.summary.label || "A draft put together from the studies' own sentences. Check it before you use it."), it.counted ? h("p", { class: "hint" }, `${it.counted}.`) : null, summary(it.summary, titles, rows)] : null,
    h("h2", {}, "Contradiction map"),
    map(it.map ?? []),
    h("h2", {}, "Findings"),
    findings(it, titles),
  ].flat(2);
}

begin(draw);
