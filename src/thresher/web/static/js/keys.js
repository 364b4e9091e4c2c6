// Which key does what; each reader's own choice.

/** No "i" here: it means include in one tool and irrelevant in another. */
export const DEFAULTS = {
  include: "y",
  exclude: "n",
  maybe: "m",
  skip: "s",
  undo: "u",
  note: "c",
  why: "w",
  picos: "p",
  help: "?",
};

export const ACTIONS = {
  include: "Include",
  exclude: "Exclude",
  maybe: "Maybe",
  skip: "Later",
  undo: "Undo",
  note: "Note",
  why: "Why this record",
  picos: "PICO marks",
  help: "All keys",
};

const NAMED = { " ": "Space", ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓" };
const TAKEN = new Set(["Tab", "Escape", "Enter", "Shift", "Control", "Alt", "Meta", "CapsLock", "Process", "Dead", "Unidentified"]);

/** The key's name in our settings: the letter, also where another alphabet is typed. */
export function keyOf(event) {
  const { key, code } = event;
  if (key.length === 1 && key.charCodeAt(0) > 127 && /^(Key|Digit)./.test(code)) return code.replace(/^(Key|Digit)/, "").toLowerCase();
  if (key === "Process" && /^Key./.test(code)) return code.slice(3).toLowerCase();
  return key.length === 1 ? key.toLowerCase() : key;
}

export const shown = (key) => NAMED[key] ?? (key?.length === 1 ? key.toUpperCase() : (key ?? ""));

/** Whether a key may be chosen at all: those that move the focus may not. */
export const mayBeKey = (key) => Boolean(key) && !TAKEN.has(key) && !/^F\d+$/.test(key);

/** The reader's keys over the defaults; unknown actions are left out. */
export function keysOf(saved) {
  const keys = { ...DEFAULTS };
  for (const [action, key] of Object.entries(saved ?? {})) if (action in keys && mayBeKey(key)) keys[action] = key;
  return keys;
}

/** Everything a key does: actions, tags, reasons 1–9. Earlier ones win; the rest is told as clashes. */
export function bindings(keys, { tags = [], reasons = [] } = {}) {
  const bound = new Map();
  const clashes = [];
  const bind = (key, act, name) => {
    if (!key) return;
    if (bound.has(key)) clashes.push(`${shown(key)}: ${bound.get(key).name} and ${name}`);
    else bound.set(key, { ...act, name });
  };
  for (const [action, key] of Object.entries(keys)) bind(key, { kind: "action", action }, ACTIONS[action]);
  reasons.slice(0, 9).forEach((reason, i) => bind(String(i + 1), { kind: "reason", reason }, `reason “${reason}”`));
  for (const tag of tags) if (tag.key) bind(tag.key.toLowerCase(), { kind: "tag", tag: tag.name }, `tag “${tag.name}”`);
  return { bound, clashes };
}

/** Whether a key press is meant for the page, not for a field or the browser. */
export function isForPage(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return false;
  if (document.querySelector("dialog[open]")) return false;
  const target = event.target;
  if (target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName)) return false;
  if (target.tagName === "INPUT" && !/^(checkbox|radio|button)$/.test(target.type)) return false;
  const pressing = event.key === " " || event.key === "Enter";
  return !(pressing && target.closest?.("button, a, summary, input"));
}

export const kbd = (key) => {
  const element = document.createElement("kbd");
  element.textContent = shown(key);
  return element;
};
