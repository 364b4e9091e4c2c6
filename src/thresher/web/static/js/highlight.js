// Terms and PICO spans marked in a text; everything stays text.

import { h } from "./dom.js";

const NO_GAPS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
const literal = (text) => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");

/** A pattern for a list of terms: whole words, `*` for any ending; scripts without gaps anywhere. */
export function termPattern(terms) {
  const parts = terms
    .map((term) => term.trim())
    .filter((term) => /[\p{L}\p{N}]/u.test(term))
    .sort((a, b) => b.length - a.length)
    .map((term) => {
      const body = term.split(/\s+/).map((word) => word.split("*").map(literal).join("[\\p{L}\\p{N}\\p{M}]*")).join("[\\s\\-‐–]+");
      if (NO_GAPS.test(term)) return body;
      return `(?<![\\p{L}\\p{N}])${body}(?![\\p{L}\\p{N}])`;
    });
  return parts.length ? new RegExp(parts.join("|"), "giu") : null;
}

/** Where the terms stand: {start, end, kind}. */
export function termMarks(text, patterns) {
  const marks = [];
  for (const [kind, pattern] of Object.entries(patterns)) {
    if (!pattern) continue;
    for (const match of text.matchAll(pattern)) if (match[0]) marks.push({ start: match.index, end: match.index + match[0].length, kind });
  }
  return marks;
}

/** Cut a text at every mark's edges: pieces with the kinds that cover them, which joined give the text again. */
export function pieces(text, marks) {
  const inside = marks
    .map((mark) => ({ ...mark, start: Math.max(0, mark.start), end: Math.min(text.length, mark.end) }))
    .filter((mark) => mark.start < mark.end);
  const edges = [...new Set([0, text.length, ...inside.flatMap((mark) => [mark.start, mark.end])])].sort((a, b) => a - b);
  const cut = [];
  for (let i = 0; i + 1 < edges.length; i += 1) {
    const kinds = [...new Set(inside.filter((mark) => mark.start <= edges[i] && edges[i + 1] <= mark.end).map((mark) => mark.kind))];
    cut.push({ text: text.slice(edges[i], edges[i + 1]), kinds });
  }
  return cut;
}

const TITLES = {
  include: "a term that speaks for inclusion",
  exclude: "a term that speaks for exclusion",
  population: "population",
  intervention: "intervention",
  comparator: "comparator",
  outcome: "outcome",
};

/** The text as nodes, marked. */
export function marked(text, marks) {
  return pieces(text, marks).map((piece) =>
    piece.kinds.length
      ? h("mark", { class: piece.kinds.map((kind) => `mark-${kind.replace(/[^a-z]/gi, "")}`).join(" "), title: piece.kinds.map((kind) => TITLES[kind] ?? kind).join(", ") }, piece.text)
      : piece.text,
  );
}
