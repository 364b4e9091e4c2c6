// Line charts drawn by hand as SVG, each with its numbers as a table beside it.

import { h, table } from "./dom.js";
import { count } from "./words.js";

const NS = "http://www.w3.org/2000/svg";
const isNarrow = matchMedia("(max-width: 600px)").matches; // fewer units across, so that letters stay readable
const [WIDTH, HEIGHT] = isNarrow ? [380, 260] : [960, 300];
const EDGE = { left: 58, right: 16, top: 30, bottom: 44 };
const ABOUT = isNarrow ? 3 : 5; // steps of an axis

function s(tag, attributes = {}, ...children) {
  const element = document.createElementNS(NS, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/** Round steps that cut a span into about five. */
export function ticks(most, { about = 5, least = 0 } = {}) {
  if (!(most > 0)) return [0, 1];
  const rough = Math.max(most / about, least);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((one) => one * power).find((one) => one >= rough - 1e-12);
  return Array.from({ length: Math.floor(most / step + 1e-9) + 1 }, (_, i) => Number((i * step).toPrecision(12)));
}

/**
 * series: [{name, kind, points: [[x, y]…], steps}], level: {value, name} for a line across;
 * mostY fixes the upper edge (1 for shares); tell(y) writes a value, tick(y) one at the axis.
 */
export function lineChart({ title, xName, yName, series, level = null, mostY = null, mostX = null, tell = count, tick = tell }) {
  const all = series.flatMap((one) => one.points);
  const endX = Math.max(1, mostX ?? 0, ...all.map(([x]) => x));
  const endY = mostY ?? Math.max(1, ...all.map(([, y]) => y));
  const x = (value) => EDGE.left + (value / endX) * (WIDTH - EDGE.left - EDGE.right);
  const y = (value) => HEIGHT - EDGE.bottom - (value / endY) * (HEIGHT - EDGE.top - EDGE.bottom);
  const svg = s("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: isNarrow ? "chart narrow" : "chart", role: "img", "aria-label": described(title, series, tell) });
  for (const value of ticks(endX, { about: ABOUT, least: 1 })) {
    svg.append(s("line", { class: "grid", x1: x(value), x2: x(value), y1: EDGE.top, y2: y(0) }), s("text", { class: "tick", x: x(value), y: y(0) + 18, "text-anchor": "middle" }, count(value)));
  }
  for (const value of ticks(endY, { about: ABOUT, least: mostY ? 0 : 1 })) {
    svg.append(s("line", { class: "grid", x1: EDGE.left, x2: WIDTH - EDGE.right, y1: y(value), y2: y(value) }), s("text", { class: "tick", x: EDGE.left - 8, y: y(value) + 4, "text-anchor": "end" }, tick(value)));
  }
  if (level) svg.append(s("line", { class: "level", x1: EDGE.left, x2: WIDTH - EDGE.right, y1: y(level.value), y2: y(level.value) }), s("text", { class: "tick", x: EDGE.left + 6, y: y(level.value) + 17 }, level.name));
  for (const one of series) if (one.points.length) svg.append(s("path", { class: `line ${one.kind}`, d: path(one, x, y) }));
  svg.append(s("text", { class: "axis", x: (EDGE.left + WIDTH - EDGE.right) / 2, y: HEIGHT - 6, "text-anchor": "middle" }, xName));
  svg.append(s("text", { class: "axis", x: EDGE.left - 50, y: 13, "text-anchor": "start" }, yName));
  return h("figure", { class: "figure" }, h("figcaption", {}, title, legend(series)), svg, numbers({ title, xName, series, tell }));
}

function path({ points, steps }, x, y) {
  let text = "";
  points.forEach(([a, b], i) => {
    if (!i) text += `M${x(a).toFixed(1)} ${y(b).toFixed(1)}`;
    else text += steps ? `H${x(a).toFixed(1)}V${y(b).toFixed(1)}` : `L${x(a).toFixed(1)} ${y(b).toFixed(1)}`;
  });
  return text;
}

const legend = (series) => (series.length > 1 ? h("span", { class: "series" }, series.map((one) => h("span", { class: `key ${one.kind}` }, one.name))) : null);

function described(title, series, tell) {
  const ends = series.filter((one) => one.points.length).map((one) => `${one.name} ends at ${tell(one.points.at(-1)[1])} after ${count(one.points.at(-1)[0])}`);
  return `${title}. ${ends.join("; ")}.`;
}

const ROWS = 24;
function numbers({ title, xName, series, tell }) {
  const rows = series.flatMap((one) => thinned(one.points).map(([a, b]) => [one.name, count(a), tell(b)]));
  return h("details", {}, h("summary", {}, "The numbers"), table(title, ["Line", xName, "Value"], rows));
}

const thinned = (points) => points.filter((_, i) => i === points.length - 1 || i % Math.ceil(points.length / ROWS) === 0);
