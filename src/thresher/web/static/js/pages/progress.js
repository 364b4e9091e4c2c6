// Where the review stands: curve, certified bound, advisor, hours left.

import { get, inProject } from "../api.js";
import { lineChart } from "../chart.js";
import { button, h, table } from "../dom.js";
import { begin, empty, fill } from "../shell.js";
import { listen } from "../tabs.js";
import { count, heldText, hours, percent, percentDown, plural } from "../words.js";

const tile = (value, name, hint = "") => h("div", { class: "tile" }, h("b", {}, value), h("span", {}, name), hint ? h("small", {}, hint) : null);

function verdict(it) {
  const sure = percent(1 - (it.alpha ?? 0.05));
  if (it.certified) return h("p", { class: "verdict good" }, `You may stop. Recall is at least ${percentDown(it.bound)}, with ${sure} confidence; the goal was ${percent(it.target)}. `, h("a", { href: "certificate" }, "Issue the certificate"));
  return h("p", { class: "verdict" }, `Not certified yet. So far recall is at least ${percentDown(it.bound ?? 0)} with ${sure} confidence; the goal is ${percent(it.target)}.`, it.audits_needed ? ` The goal is reached if the next ${plural(it.audits_needed, "certification draw")} bring nothing relevant.` : "");
}

function held(it) {
  const text = heldText(it.held_by);
  const problems = (it.problems ?? []).map((problem) => h("p", { class: "hint" }, problem));
  return [text ? h("p", { class: "hint" }, h("b", {}, "What holds the certificate: "), text, " ", h("a", { href: `history?record=${it.held_by[0].record}` }, "Its history")) : null, ...problems];
}

function pace(it) {
  const { seconds, hours_left: left, low, high } = it.pace ?? {};
  if (!seconds) return tile("–", "hours left", "known after some decisions");
  const range = low !== null && low !== undefined ? `likely ${hours(low)} to ${hours(high)}, ` : "";
  return tile(hours(left), "left", `${range}at ${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s a record`);
}

function advice(it) {
  if (!it.advice?.length) return empty("The advisor speaks after the first decisions.");
  return table(
    "What each stopping rule says",
    ["Rule", "Says", "Would stop at", "What it promises"],
    it.advice.map((one) => [one.title ?? one.rule, h("span", { class: `says ${/^stop/i.test(one.says) || one.says === true ? "stop" : ""}` }, one.says === true ? "stop" : one.says === false ? "go on" : one.says), one.stops_at === null || one.stops_at === undefined ? "–" : typeof one.stops_at === "number" ? count(one.stops_at) : one.stops_at, one.promise ?? ""]),
  );
}

async function draw() {
  const it = await get(inProject("/progress"));
  const c = it.counts ?? {};
  if (!c.records && !c.publications) return empty("No records yet. Import your searches first.", { href: "import", text: "Import" });
  const total = c.publications ?? c.records;
  return [
    verdict(it),
    ...held(it),
    h("div", { class: "tiles" }, tile(count(c.decided), `of ${count(total)} read`), tile(count(c.included), "included"), tile(count(c.excluded), "excluded"), tile(count(c.maybe ?? 0), "maybe"), tile(count(c.conflicts ?? 0), "conflicts"), pace(it)),
    h("h2", {}, "Found so far"),
    lineChart({ title: "Included records against records read", xName: "records read", yName: "included", series: [{ name: "included", kind: "first", points: it.curve ?? [], steps: true }] }),
    h("h2", {}, "What may be claimed"),
    it.bounds?.length ? lineChart({ title: "Certified lower bound on recall", xName: "records read", yName: "recall at least", mostY: 1, tell: (y) => percent(y), level: it.target ? { value: it.target, name: `goal ${percent(it.target)}` } : null, series: [{ name: "certified recall", kind: "second", points: it.bounds, steps: true }] }) : empty("The bound appears when the certification sample has begun."),
    h("h2", {}, "When to stop"),
    h("p", { class: "hint" }, "Only the certified rule carries a guarantee. The others are habits of the field, shown for comparison."),
    advice(it),
    it.days?.length ? h("section", {}, h("h2", {}, "Day by day"), table("Decisions a day", ["Day", "Decisions"], it.days.map(([day, n]) => [day, count(n)]))) : null,
    button("Look again", () => fill(draw), { class: "quiet" }),
  ];
}

let soon = null;
begin(async () => {
  listen((kind) => {
    if (kind !== "counts" && kind !== "ranking") return;
    clearTimeout(soon);
    soon = setTimeout(() => !document.hidden && fill(draw), 3000);
  });
  return draw();
});
