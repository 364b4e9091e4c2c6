// Where a screening stands, in words that are true at its beginning and at its end too.

import { h } from "./dom.js";
import { count, hours, percent, percentDown, percentExact, plural } from "./words.js";

const total = ({ counts }) => counts?.publications ?? counts?.records ?? 0;

/** Whether every record has its final label. */
export const isFinished = (it) => total(it) > 0 && it.counts.decided === total(it);

/** Whether all that is relevant is found, for certain. */
export const isWhole = (it) => it.bound >= 1;

const nothingFound = (it) => !it.counts?.included;
const unread = (it) => total(it) - (it.counts?.decided ?? 0);

/** What may be claimed: {text, isGood, isReached}. */
export function verdict(it) {
  const sure = percentExact(1 - (it.alpha ?? 0.05));
  const goal = `The goal is recall of ${percentExact(it.target)} with ${sure} confidence.`;
  if (isFinished(it) && nothingFound(it)) return { text: "Everything is read, and nothing was included. No relevant record is left to find, and without one there is no recall to certify.", isGood: true };
  if (isFinished(it) && it.certified) return { text: `You may stop: everything is read, nothing is left to find. ${isWhole(it) ? `Recall is ${percent(1)}` : `Recall is at least ${percentDown(it.bound)}`}; the goal was ${percentExact(it.target)}.`, isGood: true, isReached: true };
  if (it.certified) return { text: `You may stop. Recall is at least ${percentDown(it.bound)}, with ${sure} confidence; the goal was ${percentExact(it.target)}. ${missed(it)}`, isGood: true, isReached: true };
  if (!it.counts?.decided) return { text: `Nothing is read yet. ${goal}` };
  if (nothingFound(it)) return { text: `Not certified yet. Nothing relevant is found so far, so nothing can be said of recall. ${goal}` };
  const draws = it.audits_needed ? ` The goal is reached if the next ${plural(it.audits_needed, "certification draw")} ${it.audits_needed === 1 ? "brings" : "bring"} nothing relevant.` : "";
  return { text: `Not certified yet. So far recall is at least ${percentDown(it.bound ?? 0)} with ${sure} confidence; the goal is ${percentExact(it.target)}.${draws}` };
}

/** What one must know of the claim, and the commitment to write down; empty before the seal. */
export function claimNotes(it) {
  const notes = (it?.notes ?? []).map((note) => h("p", { class: "hint" }, note));
  const sealed = it?.commitment ? h("p", { class: "hint" }, "Commitment of the seal (write it down now, and check the certificate against it later with ", h("code", {}, "--commitment"), "): ", h("code", {}, it.commitment)) : null;
  return [...notes, sealed];
}

function missed(it) {
  const most = Math.min(unread(it), (it.most_relevant ?? 0) - it.counts.included);
  return most >= 0 ? `At most ${count(most)} of the ${count(unread(it))} unread records ${most === 1 ? "is" : "are"} relevant.` : "";
}

/** What is left to do: {value, name, hint} for a tile. */
export function left(it) {
  const { conflicts = 0, left: open = 0 } = it.counts ?? {};
  if (isFinished(it)) return { value: "0", name: "left to read", hint: "everything is read" };
  if (!open) return { value: "0", name: "left to read", hint: `${plural(conflicts, "conflict")} to settle` };
  const { seconds, hours_left: time, low, high } = it.pace ?? {};
  if (!seconds) return { value: count(open), name: "left to read", hint: "how long is known after some more decisions" };
  const spread = hours(low) === hours(high) ? "" : `likely ${hours(low)} to ${hours(high)}, `;
  const hint = `${spread}at ${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s a record`;
  return it.certified ? { value: hours(time), name: "to read the rest", hint: `not needed for the goal; ${hint}` } : { value: hours(time), name: "to read all that is left", hint };
}
