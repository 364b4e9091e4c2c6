// Numbers, times and labels in plain words.

const LOCALE = "en";
const SPACE = "\u00a0"; // a number and its sign stay on one line
const whole = new Intl.NumberFormat(LOCALE);
const moment = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

export const count = (number) => (number === null || number === undefined ? "–" : whole.format(number));
export const plural = (number, one, many = `${one}s`) => `${count(number)} ${number === 1 ? one : many}`;

/** A share as percent, rounded down: a bound must never look better than it is. The digits are moved, not multiplied: 0.57 is 57 % and no less. */
export function percentDown(share, digits = 1) {
  if (share === null || share === undefined || Number.isNaN(share)) return "–";
  if (share >= 1) return `100${SPACE}%`;
  const text = String(share);
  const moved = text.includes("e") ? 0 : Math.floor(Number(`${text}e${digits + 2}`)); // 1e-7 and the like
  return `${Number(`${moved}e-${digits}`).toFixed(digits)}${SPACE}%`;
}

/** A claim or a confidence as percent with all of its digits: what is nearly certain is not called so. */
export const percentExact = (share) => (share === null || share === undefined ? "–" : `${Number((share * 100).toPrecision(12))}${SPACE}%`);

export const percent = (share, digits = 0) =>
  share === null || share === undefined ? "–" : `${(share * 100).toFixed(digits)}${SPACE}%`;

export function when(iso) {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? String(iso ?? "") : moment.format(date);
}

export function hours(value) {
  if (value === null || value === undefined) return "–";
  if (value === 0) return "no time";
  if (value * 60 < 1) return "under 1 min";
  if (value < 1) return `${Math.round(value * 60)} min`;
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} h`;
}

export const LABELS = { include: "Included", exclude: "Excluded", maybe: "Maybe", undo: "Undone" };
/** The label's name; models tell it as true or false. */
export const labelName = (label) => (label === true || label === 1 ? "include" : label === false || label === 0 ? "exclude" : String(label ?? ""));
export const labelWord = (label) => LABELS[labelName(label)] ?? labelName(label);
export const STAGES = { abstract: "Title and abstract", fulltext: "Full text" };

/** What the certified bound waits for, in one sentence; empty if nothing. */
export function heldText(held) {
  const all = held ?? [];
  if (!all.length) return "";
  const [first] = all;
  const rest = all.length > 1 ? ` ${plural(all.length - 1, "more waits", "more wait")} behind it.` : "";
  return `record ${first.record}: ${first.says || first.why}.${rest}`.replace("..", ".");
}

const ORIGINS = {
  ranked: "Ranked: the model puts it next",
  "certification sample": "Certification sample: drawn at random, so that recall can be proved",
  random: "Random: drawn without the model",
  prior: "Prior knowledge: known before screening began",
  again: "Again: a decision on it was undone",
  browsed: "Browsed: you looked it up",
};
export const origin = (chosen) => ORIGINS[chosen] ?? String(chosen ?? "");
