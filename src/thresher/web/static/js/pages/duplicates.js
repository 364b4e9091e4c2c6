// Doubtful pairs side by side; one key an answer.

import { finished, get, inProject, post, put } from "../api.js";
import { bdi, button, h, steady, toast } from "../dom.js";
import { isForPage, kbd, keyOf } from "../keys.js";
import { begin, empty, fill, mayManage, projectFacts } from "../shell.js";
import { percent, plural } from "../words.js";

const FIELDS = { title: "Title", authors: "Authors", year: "Year", venue: "Journal", volume: "Volume", issue: "Issue", pages: "Pages", doi: "DOI", pmid: "PMID", kind: "Kind", abstract: "Abstract", sources: "From" };
const KEYS = { same: "s", different: "d", undo: "u", later: "l" };
const BATCH = 20;
const LOW = 5;

let pairs = [];
let answered = [];
let facts = {};
let manage = false;
const place = h("section", { "aria-live": "polite" });
const summary = h("p", {});

const text = (value) => (Array.isArray(value) ? value.join("; ") : (value ?? "")) + "";

/** Words of `one` that `other` lacks are marked. */
function differing(one, other) {
  const theirs = new Set(other.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
  return one.split(/([\p{L}\p{N}]+)/u).map((part, i) => (i % 2 && !theirs.has(part.toLowerCase()) ? h("mark", { class: "mark-differs" }, part) : part));
}

function sides(pair) {
  const rows = Object.entries(FIELDS).flatMap(([name, title]) => {
    const [a, b] = [text(pair.first[name]), text(pair.second[name])];
    if (!a && !b) return [];
    const same = a === b;
    const cell = (one, other) => h("td", { dir: "auto", class: name }, one ? (same ? one : differing(one, other)) : h("span", { class: "missing" }, "not given"));
    return [h("tr", { class: same ? "same" : "differs" }, h("th", { scope: "row" }, title), cell(a, b), cell(b, a))];
  });
  return h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "The pair" }, h("table", { class: "pair" }, h("thead", {}, h("tr", {}, h("td", {}), h("th", { scope: "col" }, `Record ${pair.first.id}`), h("th", { scope: "col" }, `Record ${pair.second.id}`))), h("tbody", {}, rows)));
}

const draw = () => steady(place, redraw);

function redraw() {
  summary.textContent = facts.records ? `${plural(facts.records, "record")} ${facts.records === 1 ? "makes" : "make"} ${plural(facts.publications, "publication")}.${facts.waiting ? ` ${plural(facts.waiting, "pair")} to look at.` : ""}` : "";
  const pair = pairs[0];
  if (!facts.records) {
    place.replaceChildren(empty("No records yet. Import your searches first.", { href: "import", text: "Import" }));
    return;
  }
  if (!pair) {
    place.replaceChildren(empty(`No doubtful pair waits.${manage ? " Look for duplicates after each import." : ""}`, { href: "criteria", text: "Next: question and criteria" }), answered.length ? actions(false) : "");
    return;
  }
  place.replaceChildren(
    h("h2", {}, `Are these the same work? `, h("small", {}, [`likeness ${percent(pair.score)}`, pair.reason].filter(Boolean).join(" · "))),
    pair.flags?.length ? h("p", { class: "hint" }, "Mind: ", pair.flags.flatMap((flag, i) => [i ? ", " : "", bdi(flag)])) : "",
    sides(pair),
    manage ? actions(true) : h("p", { class: "hint" }, "An owner of the project answers this."),
  );
}

const act = (name, word, run, kind = "") => h("button", { type: "button", class: `act ${kind}`, "aria-keyshortcuts": KEYS[name], on: { click: run } }, h("span", {}, word), kbd(KEYS[name]));
const actions = (deciding) =>
  h("div", { class: "actions plain", role: "group", "aria-label": "Answer" }, deciding ? [act("different", "Different", () => answer(false), "exclude"), act("same", "Same work", () => answer(true), "include"), act("later", "Later", later)] : null, answered.length ? act("undo", "Undo", undo) : null);

let busy = false;
async function answer(same) {
  const pair = pairs[0];
  if (!pair || busy) return;
  busy = true; // one answer at a time, each for the pair on screen
  try {
    facts = await put(inProject(`/duplicates/${encodeURIComponent(pair.link)}`), { same });
    pairs.shift();
    answered.unshift(pair);
    if (pairs.length < LOW && facts.waiting > pairs.length) await more();
    draw();
  } catch (error) {
    toast(`Not saved: ${error.message}`, { kind: "bad" });
  } finally {
    busy = false;
  }
}

function later() {
  if (pairs.length > 1 && !busy) pairs.push(pairs.shift());
  draw();
}

async function undo() {
  const pair = answered[0];
  if (!pair || busy) return;
  busy = true;
  try {
    await put(inProject(`/duplicates/${encodeURIComponent(pair.link)}`), { same: null });
    answered.shift();
    pairs = []; // the question stands again, under another number
    await more();
    const alike = (other) => other.first.id === pair.first.id && other.second.id === pair.second.id;
    pairs.sort((a, b) => alike(b) - alike(a));
    draw();
  } catch (error) {
    toast(`Not undone: ${error.message}`, { kind: "bad" });
  } finally {
    busy = false;
  }
}

async function more() {
  facts = await get(inProject(`/duplicates?limit=${BATCH}`));
  const held = new Set(pairs.map((pair) => pair.link));
  pairs.push(...facts.pairs.filter((pair) => !held.has(pair.link)));
}

async function search() {
  try {
    const { job } = await post(inProject("/duplicates/search"));
    await finished(job, (state) => (summary.textContent = state.text || "Looking for duplicates…"));
    pairs = [];
    await more();
    draw();
  } catch (error) {
    toast(`Not searched: ${error.message}`, { kind: "bad" });
  }
}

document.addEventListener("keydown", (event) => {
  if (!manage || !isForPage(event)) return;
  const run = { [KEYS.same]: () => answer(true), [KEYS.different]: () => answer(false), [KEYS.undo]: undo, [KEYS.later]: later }[keyOf(event)];
  if (!run) return;
  event.preventDefault();
  if (!event.repeat) run();
});

begin(async () => {
  manage = mayManage(await projectFacts());
  await fill(
    async () => {
      await more();
      draw();
    },
    { into: place },
  );
  return [h("p", { class: "row" }, manage ? button("Look for duplicates", search, { class: "main" }) : null, summary), place];
});
