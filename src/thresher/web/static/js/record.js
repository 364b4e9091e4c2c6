// One record as a reader sees it.

import { bdi, button, h, outside } from "./dom.js";
import { marked, termMarks, termPattern } from "./highlight.js";
import { plural, when } from "./words.js";

const FEW_AUTHORS = 8;
const DOI = /^10\.\d{4,9}\/\S+$/;

export const patternsOf = (terms) => ({
  include: termPattern(terms?.include ?? []),
  exclude: termPattern(terms?.exclude ?? []),
});

/** A text with its terms and spans marked. */
function markedText(text, patterns, spans = []) {
  return marked(text, [...termMarks(text, patterns ?? {}), ...spans]);
}

function authors(record) {
  const names = record.authors ?? [];
  if (!names.length) return null;
  const list = h("p", { class: "authors" });
  const show = (all) => {
    const shown = all || names.length <= FEW_AUTHORS + 1 ? names : names.slice(0, FEW_AUTHORS);
    list.replaceChildren(...shown.flatMap((name, i) => (i ? ["; ", bdi(name)] : [bdi(name)])));
    if (shown.length < names.length) list.append(" ", button(`and ${names.length - shown.length} more`, () => show(true), { class: "link" }));
  };
  show(false);
  return list;
}

function place(record) {
  const where = [record.volume && `vol. ${record.volume}`, record.issue && `no. ${record.issue}`, record.pages && `pp. ${record.pages}`].filter(Boolean).join(", ");
  const parts = [record.venue && h("cite", { dir: "auto" }, record.venue), where, record.year && h("b", {}, String(record.year)), record.kind && h("span", { class: "tag" }, record.kind.replaceAll("-", " "))].filter(Boolean);
  return parts.length ? h("p", { class: "place" }, parts.flatMap((part, i) => (i ? [" · ", part] : [part]))) : null;
}

/** Links by DOI and PMID, and whatever the record itself gives; web addresses only. */
function linksOf(record) {
  const links = [...(record.links ?? [])].filter((link) => /^https?:\/\//i.test(link.href));
  const known = new Set(links.map((link) => link.href));
  const add = (label, href) => known.has(href) || (known.add(href), links.push({ label, href }));
  if (!links.length) {
    if (DOI.test(record.doi ?? "")) add("DOI", `https://doi.org/${encodeURI(record.doi)}`);
    if (/^\d+$/.test(record.pmid ?? "")) add("PubMed", `https://pubmed.ncbi.nlm.nih.gov/${record.pmid}/`);
    if (/^https?:\/\//i.test(record.url ?? "")) add("Link", record.url);
  }
  if (!links.length && record.title) add("Look up the title", `https://scholar.google.com/scholar?q=${encodeURIComponent(record.title.slice(0, 250))}`);
  return links;
}

function footLine(record) {
  const facts = [
    record.doi && `DOI ${record.doi}`,
    record.pmid && `PMID ${record.pmid}`,
    record.sources?.length && `from ${record.sources.join(", ")}`,
    record.duplicates > 0 && `${plural(record.duplicates, "duplicate")} linked`,
    `record ${record.id}`,
  ].filter(Boolean);
  return h("p", { class: "facts" }, facts.flatMap((fact, i) => (i ? [" · ", bdi(fact)] : [bdi(fact)])));
}

const spansIn = (spans, name) => spans.filter((span) => span.field === name);

/** Title and abstract with their marks; drawn again when spans arrive. */
export function textsOf(record, patterns, spans = []) {
  const title = record.title ? markedText(record.title, patterns, spansIn(spans, "title")) : ["(no title in the source)"];
  const abstract = record.abstract
    ? record.abstract.split(/\n{2,}/).length > 1 && !spans.length
      ? record.abstract.split(/\n{2,}/).map((part) => h("p", { dir: "auto" }, markedText(part, patterns)))
      : [h("p", { dir: "auto" }, markedText(record.abstract, patterns, spansIn(spans, "abstract")))]
    : [h("p", { class: "missing" }, "No abstract in the source file. The links below may lead to one.")];
  return { title, abstract };
}

/** The whole card. `level` is the heading's level, so that headings stay in order. */
export function recordParts(record, { patterns = null, spans = [], titleId = null, level = 2, brief = false } = {}) {
  const { title, abstract } = textsOf(record, patterns, spans);
  return [
    h(`h${level}`, { id: titleId, class: (record.title?.length ?? 0) > 220 ? "title long" : "title", dir: "auto" }, title),
    authors(record),
    place(record),
    ...(brief ? briefly(abstract, record) : [h("div", { class: "abstract" }, abstract)]),
    record.keywords?.length ? h("p", { class: "keywords" }, h("b", {}, "Keywords: "), record.keywords.flatMap((word, i) => [i ? "; " : "", h("bdi", {}, markedText(word, patterns))])) : null,
    h("p", { class: "links" }, linksOf(record).map((link) => outside(link.href, link.label))),
    footLine(record),
    notesOf(record),
  ].filter(Boolean);
}

const FEW_LETTERS = 350; // as many fit where the abstract is cut, on a phone too

/** The beginning of an abstract, and a way to the rest. */
function briefly(abstract, record) {
  if ((record.abstract?.length ?? 0) <= FEW_LETTERS) return [h("div", { class: "abstract" }, abstract)];
  const shown = h("div", { class: "abstract brief" }, abstract);
  const more = button("Whole abstract", () => more.setAttribute("aria-expanded", String(!shown.classList.toggle("brief"))), { class: "link", "aria-expanded": "false" });
  return [shown, more];
}

function notesOf(record) {
  if (!record.notes?.length) return null;
  return h(
    "ul",
    { class: "notes", "aria-label": "Notes" },
    record.notes.map((note) => h("li", {}, h("b", {}, bdi(note.reader), ": "), h("span", { dir: "auto" }, note.text), h("small", {}, ` ${when(note.at)}`))),
  );
}
