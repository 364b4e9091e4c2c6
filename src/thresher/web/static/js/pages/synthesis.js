// What the included studies say: table, contradiction map, summary with evidence.

import { address, finished, get, inProject, post } from "../api.js";
import { button, h, table, toast } from "../dom.js";
import { begin, empty, fill } from "../shell.js";
import { plural, percent } from "../words.js";

const ARROWS = { increases: "↑ increases", decreases: "↓ decreases", no_change: "= no change", "no change": "= no change" };
const told = h("p", { role: "status" });

function direction(one) {
  const name = typeof one.direction === "string" ? one.direction : one.direction?.label;
  const share = one.probability ?? one.probabilities?.[name];
  return h("span", { class: `direction ${String(name).replace(/\W/g, "_")}` }, ARROWS[name] ?? String(name ?? "–"), share === undefined ? null : h("small", {}, ` ${percent(share)}`));
}

const evidence = (one) => (one.evidence ? h("details", {}, h("summary", {}, "Sentence"), h("q", { dir: "auto" }, typeof one.evidence === "string" ? one.evidence : one.evidence.text)) : "–");
const text = (value) => h("span", { dir: "auto" }, value ?? "–");

const findings = (all) => table("Findings", ["Study", "Intervention", "Outcome", "Direction", "Evidence"], all.map((one) => [text(one.study ?? one.title), text(one.intervention), text(one.outcome), direction(one), evidence(one)]));

function cell(one) {
  const counts = one.counts ?? one;
  const shown = ["increases", "no_change", "decreases"].filter((name) => counts[name]).map((name) => `${ARROWS[name][0]}${counts[name]}`);
  return h("span", { class: (one.contradiction ?? one.disagreement ?? 0) > 0.3 ? "contradicts" : "" }, shown.join(" ") || "–");
}

const map = (cells) => table("Contradiction map", ["Intervention", "Outcome", "Studies", "Directions", "Disagreement"], cells.map((one) => [text(one.intervention), text(one.outcome), one.studies?.length ?? one.studies ?? "–", cell(one), one.disagreement === undefined && one.contradiction === undefined ? "–" : percent(one.disagreement ?? one.contradiction)]));

function summary(it) {
  const sentences = typeof it === "string" ? [{ text: it }] : (it.sentences ?? it);
  return h("div", { class: "box" }, sentences.map((one) => h("div", { class: "claim" }, h("p", { dir: "auto" }, one.text ?? String(one)), one.evidence?.length ? h("details", {}, h("summary", {}, plural(one.evidence.length, "piece") + " of evidence"), h("ul", {}, one.evidence.map((piece) => h("li", { dir: "auto" }, piece.text ?? String(piece), piece.study ? h("small", {}, ` ${piece.study}`) : null)))) : null)));
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
      await finished(typeof job === "object" ? job : { id: job, state: "waiting" }, (state) => (told.textContent = state.text || told.textContent));
      told.textContent = "";
      await fill(draw);
    } catch (error) {
      told.textContent = `Not done: ${error.message}`;
      toast(`Not done: ${error.message}`, { kind: "bad" });
    }
  };
  const head = h("p", { class: "row" }, button(it?.findings?.length ? "Read again" : "Read the included studies", run, { class: "main" }), it?.findings?.length ? h("a", { class: "button", href: address(inProject("/synthesis.html")), target: "_blank", rel: "noopener" }, "As a page") : null, told);
  if (!it?.findings?.length) return [head, empty("Nothing read yet. Included records with abstracts are needed.")];
  return [
    head,
    it.summary ? [h("h2", {}, "Summary"), h("p", { class: "hint" }, "A draft put together from the studies' own sentences. Check it before you use it."), summary(it.summary)] : null,
    h("h2", {}, "Contradiction map"),
    it.map?.cells?.length || it.map?.length ? map(it.map.cells ?? it.map) : empty("No intervention and outcome in common yet."),
    h("h2", {}, "Findings"),
    findings(it.findings),
  ].flat();
}

begin(draw);
