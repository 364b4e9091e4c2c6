// Elements from data. Text is only ever set as text, never as markup.

const SAFE = /^(https?:\/\/|\/(?!\/)|#|\?|mailto:|[\w.-]+$|[\w.-]+[/?#])/i;

/** An element with attributes, listeners (`on`), data and children; null children are left out. */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) set(element, name, value);
  element.append(...children.flat(3).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

function set(element, name, value) {
  if (value === null || value === undefined || value === false) return;
  if (name === "on") for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
  else if (name === "data") Object.assign(element.dataset, value);
  else if (name === "value" && "value" in element) element.value = value;
  else if (name === "href" || name === "src") element.setAttribute(name, safeAddress(value));
  else element.setAttribute(name, value === true ? "" : String(value));
}

/** An address that can only lead to a page: anything else (javascript:, data:) becomes "#". */
export function safeAddress(address) {
  const text = String(address).trim();
  return SAFE.test(text) && !/^(javascript|data|vbscript):/i.test(text) ? text : "#";
}

/** A link that opens elsewhere and tells the other side nothing. */
export function outside(href, text) {
  return h("a", { href, target: "_blank", rel: "noopener noreferrer" }, text);
}

export const byId = (id) => document.getElementById(id);

/** Text of people (titles, names, notes): its own direction, whatever the page's. */
export const bdi = (text) => h("bdi", {}, text ?? "");

export function button(text, listener, attributes = {}) {
  return h("button", { type: "button", ...attributes, on: { click: listener } }, text);
}

const FEW_COLUMNS = 3; // fit a phone side by side

/** A choice among `options`, names by value. */
export const select = (options, value = "", attributes = {}) => h("select", attributes, Object.entries(options).map(([key, name]) => h("option", { value: key, selected: key === String(value) }, name)));

/** A labelled field; `control` gets an id if it has none. */
let fields = 0;
export function field(label, control, hint) {
  control.id ||= `field-${(fields += 1)}`;
  const note = hint ? h("small", { id: `${control.id}-hint` }, hint) : null;
  if (note) control.setAttribute("aria-describedby", note.id);
  return h("div", { class: "field" }, h("label", { for: control.id }, label), control, note);
}

/** A table with a caption for those who hear it, and cells that are text or elements; on a narrow screen each row is a block. */
export function table(caption, heads, rows) {
  return h(
    "div",
    { class: "scroll", role: "region", "aria-label": caption, tabindex: "0" },
    h(
      "table",
      { role: "table", class: heads.length > FEW_COLUMNS ? "stacks" : null },
      h("caption", { class: "visually-hidden" }, caption),
      h("thead", { role: "rowgroup" }, h("tr", { role: "row" }, heads.map((head) => h("th", { scope: "col", role: "columnheader" }, head)))),
      h("tbody", { role: "rowgroup" }, rows.map((row) => h("tr", { role: "row" }, row.map((cell, i) => h("td", { role: "cell", data: { head: heads[i] } }, cell))))),
    ),
  );
}

/** A short message at the edge of the page; it goes by itself. */
export function toast(text, { kind = "", action = null } = {}) {
  const note = h("div", { class: `toast ${kind}` }, h("span", { dir: "auto" }, text));
  if (action) note.append(button(action.text, () => (note.remove(), action.run()), { class: "quiet" }));
  byId("toasts")?.append(note);
  setTimeout(() => note.remove(), kind === "bad" ? 12000 : 5000);
  return note;
}

const FOCUSABLE = "a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex='0']";

/** Change what is inside `place`; the focus and opened details stay where they were, or go to the nearest there is. */
export function steady(place, change) {
  const at = way(place, document.activeElement);
  const opened = [...place.querySelectorAll("details")].map((one) => one.open);
  change();
  const now = place.querySelectorAll("details");
  if (now.length === opened.length) now.forEach((one, i) => (one.open ||= opened[i]));
  if (at && !(place.contains(document.activeElement) && document.activeElement !== place)) refocus(place, at);
}

/** Which child of which child an element is; null if it is not inside. */
function way(place, element) {
  if (element === place || !place.contains(element)) return null;
  const steps = [];
  for (let one = element; one !== place; one = one.parentElement) steps.unshift([...one.parentElement.children].indexOf(one));
  return steps;
}

function refocus(place, at) {
  let reached = place;
  for (const step of at) reached = reached.children[Math.min(step, reached.children.length - 1)] ?? reached;
  const all = [...place.querySelectorAll(FOCUSABLE)].filter((one) => one.checkVisibility());
  const after = all.find((one) => reached.contains(one) || reached.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING);
  (after ?? all.at(-1) ?? document.getElementById("main"))?.focus({ preventScroll: true });
}
