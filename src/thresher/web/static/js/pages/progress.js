// Where the review stands: curve, certified bound, advisor, hours left.

import { get, inProject } from "../api.js";
import { lineChart } from "../chart.js";
import { button, h, table } from "../dom.js";
import { begin, empty, fill } from "../shell.js";
import { claimNotes, isFinished, left, verdict } from "../standing.js";
import { listen } from "../tabs.js";
import { count, heldText, percent, percentDown, percentExact, plural } from "../words.js";

const tile = (value, name, hint = "") => h("div", { class: "tile" }, h("b", { class: /[a-z]{3}/.test(value) ? "words" : null }, value), h("span", {}, name), hint ? h("small", {}, hint) : null);

function claim(it) {
  const { text, isGood, isReached } = verdict(it);
  return h("p", { class: isGood ? "verdict good" : "verdict" }, text, isReached ? [" ", h("a", { href: "certificate" }, "Issue the certificate")] : null);
}

function held(it) {
  const text = heldText(it.held_by);
  const problems = (it.problems ?? []).map((problem) => h("p", { class: "hint" }, problem));
  return [text ? h("p", { class: "hint" }, h("b", {}, "What holds the certificate: "), text, " ", h("a", { href: `history?record=${it.held_by[0].record}` }, "Its history")) : null, ...problems];
}

function rest(it) {
  const { value, name, hint } = left(it);
  return tile(value, name, hint);
}

const PAUSE = 3000; // milliseconds between two drawings, however much is told
const KINDS = ["always", "certain", "planned", "lower", "assumed", "none"]; // the strongest promise first
const CANNOT = "cannot be judged: ";

function says(one, it) {
  if (one.stops_at !== null) return h("b", { class: "good" }, "stop");
  return isFinished(it) && one.says === "goes on" ? "went on to the end" : one.says.replace("goes on", "go on");
}

function advice(it) {
  if (!it.advice?.length) return empty("The advisor speaks after the first decisions.");
  const sorted = [...it.advice].sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind));
  const silent = sorted.filter((one) => one.says.startsWith(CANNOT));
  const told = sorted.filter((one) => !silent.includes(one));
  return [
    table(
      "What each stopping rule says",
      ["Rule", "Says", "After so many records", "What it promises"],
      told.map((one) => [one.rule === "certificate" ? h("b", {}, one.title) : one.title, says(one, it), count(one.stops_at), one.promise]),
    ),
    silent.length ? h("details", {}, h("summary", {}, `${plural(silent.length, "rule")} that cannot be judged here`), h("ul", {}, silent.map((one) => h("li", {}, `${one.title}: ${one.says.slice(CANNOT.length)}`)))) : null,
  ];
}

function curve(it) {
  if (!it.curve?.length) return empty("The curve begins with the first decision.");
  return lineChart({ title: "Included records against records read", xName: "records read", yName: "included", series: [{ name: "included", kind: "first", points: [[0, 0], ...it.curve], steps: true }] });
}

function bounds(it) {
  if (!it.counts.included) return empty("There is no bound on recall before something relevant is found.");
  if (!it.bounds?.length) return empty("The bound begins with the first decision.");
  return lineChart({ title: "Certified lower bound on recall", xName: "records read", yName: "recall at least", mostY: 1, tell: (y) => percentDown(y), tick: (y) => percent(y), level: { value: it.target, name: `goal ${percentExact(it.target)}` }, series: [{ name: "certified recall", kind: "second", points: it.bounds, steps: true }] });
}

async function draw() {
  const it = await get(inProject("/progress"));
  const c = it.counts ?? {};
  if (!c.records && !c.publications) return empty("No records yet. Import your searches first.", { href: "import", text: "Import" });
  const total = c.publications ?? c.records;
  return [
    claim(it),
    ...held(it),
    h("div", { class: "tiles" }, tile(count(c.decided), `of ${count(total)} read`), tile(count(c.included), "included"), tile(count(c.excluded), "excluded"), tile(count(c.maybe ?? 0), "maybe"), tile(count(c.conflicts ?? 0), "conflicts"), rest(it)),
    h("h2", {}, "Found so far"),
    curve(it),
    h("h2", {}, "What may be claimed"),
    bounds(it),
    ...claimNotes(it),
    h("h2", {}, "When to stop"),
    h("p", { class: "hint" }, "The audited certificate holds whatever the model does and at every look. A rule that promises nothing is a habit of the field, shown for comparison."),
    advice(it),
    it.days?.length ? h("section", {}, h("h2", {}, "Day by day"), table("Decisions a day", ["Day", "Decisions"], it.days.map(([day, n]) => [day, count(n)]))) : null,
    button("Look again", () => fill(draw), { class: "quiet" }),
  ];
}

/** What was told while nobody looked is drawn when somebody does. */
let soon = null;
let isStale = false;
function look() {
  if (document.hidden || !isStale) return;
  isStale = false;
  fill(draw);
}

begin(async () => {
  listen((kind) => {
    if (kind !== "counts" && kind !== "ranking") return;
    isStale = true;
    soon ??= setTimeout(() => ((soon = null), look()), PAUSE);
  });
  document.addEventListener("visibilitychange", look);
  return draw();
});
