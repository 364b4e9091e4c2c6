// Files in: several at once, with progress, and a report that names lines.

import { finished, get, inProject, upload } from "../api.js";
import { button, byId, field, h, steady, table, toast } from "../dom.js";
import { begin, empty, fill, mayManage, projectFacts } from "../shell.js";
import { count, plural, when } from "../words.js";

const KINDS = ".ris,.nbib,.txt,.enw,.ciw,.bib,.xml,.csv,.tsv,.xlsx,.asreview,.zip,.gz";
const MANY = 200; // cautions shown at once

function choice() {
  let chosen = [];
  const input = h("input", { type: "file", multiple: true, accept: KINDS, id: "files", class: "visually-hidden" });
  const names = h("ul", { class: "files", "aria-live": "polite" });
  const zone = h("div", { class: "drop" }, h("p", {}, h("label", { for: "files", class: "button main" }, "Choose files"), h("span", { class: "drop-hint" }, " or drop them here")), input, names);
  const take = (files) => {
    chosen = [...chosen, ...files];
    const listed = chosen.map((file, i) => h("li", {}, h("bdi", {}, file.name), ` ${count(Math.ceil(file.size / 1024))} kB `, button("Leave out", () => ((chosen = chosen.filter((_, j) => j !== i)), take([])), { class: "link", "aria-label": `Leave out ${file.name}` })));
    steady(zone, () => names.replaceChildren(...listed));
  };
  input.addEventListener("change", () => (take([...input.files]), (input.value = "")));
  for (const kind of ["dragenter", "dragover"]) zone.addEventListener(kind, (event) => (event.preventDefault(), zone.classList.add("over")));
  for (const kind of ["dragleave", "drop"]) zone.addEventListener(kind, (event) => (event.preventDefault(), zone.classList.remove("over")));
  zone.addEventListener("drop", (event) => take([...event.dataTransfer.files]));
  return { zone, files: () => chosen, clear: () => ((chosen = []), take([])) };
}

/** Why files are not even sent: too much for one upload, in the server's own words; nothing if they may be. */
function tooMuch(files) {
  const { mostBytes, mostFiles, tooLarge, tooMany } = byId("page").dataset;
  if (files.length > Number(mostFiles)) return tooMany;
  const size = files.reduce((sum, file) => sum + file.size, 0);
  return size > Number(mostBytes) ? `${tooLarge} These have ${count(Math.ceil(size / 1024 ** 2))} MB.` : "";
}

const DETAILS = {
  database: ["Database", "for PRISMA and PRISMA-S: MEDLINE, Embase, …"],
  platform: ["Platform", "Ovid, EBSCOhost, PubMed, …"],
  searched_on: ["Searched on", ""],
  hits: ["Hits the database reported", "If it differs from what is in the file, you will see it"],
  query: ["Search strategy", "As it was typed; kept for the report"],
};

function details() {
  const controls = {
    database: h("input", { name: "database", maxlength: 200 }),
    platform: h("input", { name: "platform", maxlength: 200 }),
    searched_on: h("input", { name: "searched_on", type: "date" }),
    hits: h("input", { name: "hits", type: "number", min: 0 }),
    query: h("textarea", { name: "query", rows: 3 }),
  };
  const box = h("details", {}, h("summary", {}, "Where the files come from"), h("div", { class: "grid" }, Object.entries(controls).map(([name, control]) => field(DETAILS[name][0], control, DETAILS[name][1]))));
  return { box, controls };
}

function form() {
  const { zone, files, clear } = choice();
  const { box, controls } = details();
  const bar = h("progress", { max: 1, value: 0, "aria-label": "Import", hidden: true });
  const told = h("div", { role: "status" });
  const go = h("button", { class: "main" }, "Import");
  const made = h("form", { class: "box" }, zone, box, h("p", { class: "row" }, go, bar), told);
  const run = async () => {
    if (!files().length) return (told.textContent = "Choose at least one file first.");
    const refused = tooMuch(files());
    if (refused) return (told.textContent = `Not sent: ${refused}`);
    const data = new FormData();
    for (const file of files()) data.append("files", file, file.name);
    for (const [name, control] of Object.entries(controls)) if (control.value) data.append(name, control.value);
    bar.hidden = false;
    go.disabled = true;
    try {
      told.textContent = "Sending…";
      const { job } = await upload(inProject("/sources"), data, (done, total) => (bar.value = (done / total) * 0.5));
      const end = await finished(job, (state) => {
        bar.value = 0.5 + (state.total ? (state.done / state.total) * 0.5 : 0);
        told.textContent = state.text || "Reading…";
      });
      told.replaceChildren(...became(end.result));
      clear();
      await showSources();
    } catch (error) {
      told.textContent = `Not imported: ${error.message}`;
      toast(`Not imported: ${error.message}`, { kind: "bad" });
    } finally {
      bar.hidden = true;
      go.disabled = false;
    }
    return undefined;
  };
  made.addEventListener("submit", (event) => (event.preventDefault(), run()));
  return made;
}

/** What became of the files just sent; a refused one is never passed over. */
function became({ files = [], note = "" } = {}) {
  const refused = files.filter((one) => !one.imported);
  const lines = refused.map((one) => h("li", { dir: "auto" }, one.error ? `Not imported: ${one.error}` : `${one.name} was imported before, ${when(one.since)}; nothing was added.`));
  if (refused.length) toast(`${plural(refused.length, "file")} not imported: see the list`, { kind: "bad" });
  return [`${count(files.length - refused.length)} of ${plural(files.length, "file")} imported.${note ? ` ${note}` : ""}`, lines.length ? h("ul", { class: "refused" }, lines) : null].filter(Boolean);
}

/** Cautions with their lines, then what was left out of the records. */
const odd = (report) => [...(report?.cautions ?? []), ...Object.entries(report?.dropped ?? {}).map(([name, times]) => ({ line: null, text: `left out, no record has a place for it: ${name} (${count(times)})` }))];

/** Where a file comes from, as it was told; hits that are not the file's records are said. */
function searched(it) {
  const { database, platform, searched_on: day, hits = null, query } = it.search ?? {};
  const where = [[database, platform].filter(Boolean).join(" via "), day && `searched on ${day}`, hits === null ? "" : hits === it.records ? `all ${count(hits)} hits` : `${count(hits)} hits reported, ${count(it.records)} in this file`].filter(Boolean).join(" · ");
  return [where ? h("p", { class: "facts", dir: "auto" }, where) : null, query ? h("details", {}, h("summary", {}, "Search strategy"), h("p", { class: "query", dir: "auto" }, query)) : null];
}

function source(it) {
  const cautions = odd(it.report);
  const rows = cautions.slice(0, MANY).map((one) => [one.line ? count(one.line) : "–", h("span", { dir: "auto" }, one.text)]);
  return h(
    "li",
    { class: "box" },
    h("h3", {}, h("bdi", {}, it.name)),
    h("p", {}, [it.format, plural(it.records, "record"), it.known && `${count(it.known)} known before`, it.imported_at && when(it.imported_at)].filter(Boolean).join(" · ")),
    searched(it),
    cautions.length
      ? h("details", { open: cautions.length <= 5 }, h("summary", {}, `${plural(cautions.length, "line")} to look at`), table(`Cautions of ${it.name}`, ["Line", "What is odd there"], rows), cautions.length > MANY ? h("p", {}, `The first ${MANY} are shown.`) : null)
      : h("p", { class: "good" }, "Nothing odd in this file."),
  );
}

const sources = h("section", {});
const showSources = () =>
  fill(
    async () => {
      const { sources: all } = await get(inProject("/sources"));
      if (!all.length) return empty("Nothing imported yet.");
      const total = all.reduce((sum, one) => sum + (one.records ?? 0), 0);
      return [h("h2", {}, `${plural(all.length, "file")}, ${plural(total, "record")}`), h("ul", { class: "cards wide" }, all.map(source)), h("p", { class: "row" }, h("a", { class: "button", href: "duplicates" }, "Next: duplicates"), h("a", { class: "button", href: "criteria" }, "Criteria"), h("a", { class: "button main", href: "screen" }, "Screen"))];
    },
    { into: sources },
  );

begin(async () => {
  const manage = mayManage(await projectFacts());
  showSources();
  return [manage ? form() : h("p", { class: "hint" }, "Only an owner of the project brings files in."), sources];
});
