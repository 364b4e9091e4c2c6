// Disagreements, each to be settled by one final word.

import { get, inProject } from "../api.js";
import { deciding } from "../deciding.js";
import { bdi, button, byId, h, steady } from "../dom.js";
import { patternsOf, recordParts } from "../record.js";
import { begin, empty, projectFacts } from "../shell.js";
import { labelWord, plural, STAGES, when } from "../words.js";

function said(one) {
  return h("li", {}, h("span", { class: `label ${one.label}` }, labelWord(one.label)), " ", h("b", {}, bdi(one.reader)), one.reason ? [", because: ", bdi(one.reason)] : null, h("small", {}, ` · ${when(one.decided_at)}`), one.note ? h("q", { dir: "auto" }, one.note) : null);
}

function settle(conflict, label, parts) {
  const { decide, item, note, reason } = parts;
  if (item.dataset.settled) return;
  item.dataset.settled = label;
  const more = { settles: true }; // refused if there is no conflict any more
  if (note.value.trim()) more.note = note.value.trim();
  if (label === "exclude" && reason?.value) more.reason = reason.value;
  decide(conflict.record.id, conflict.stage, label, more);
  steady(byId("page"), () => item.replaceChildren(h("p", {}, `Settled: ${labelWord(label).toLowerCase()}. `, h("span", { dir: "auto" }, conflict.record.title))));
}

function conflictItem(conflict, { settings, decide, may }) {
  const note = h("textarea", { rows: 2, dir: "auto", "aria-label": "Note to the decision", placeholder: "Why (kept with the decision)" });
  const reasons = settings.reasons?.[conflict.stage] ?? [];
  const reason = reasons.length ? h("select", { "aria-label": "Reason to exclude" }, h("option", { value: "" }, "Reason, if excluded"), reasons.map((one) => h("option", { value: one }, one))) : null;
  const item = h("li", { class: "box conflict" });
  const parts = { decide, item, note, reason };
  item.append(
    h("p", { class: "facts" }, STAGES[conflict.stage] ?? conflict.stage),
    ...recordParts(conflict.record, { patterns: patternsOf(settings.terms) }),
    h("ul", { class: "said" }, conflict.decisions.map(said)),
    may ? h("div", { class: "row" }, note, reason, button("Exclude", () => settle(conflict, "exclude", parts), { class: "act exclude" }), button("Include", () => settle(conflict, "include", parts), { class: "act include" })) : h("p", { class: "hint" }, "An adjudicator or owner settles this."),
  );
  return item;
}

begin(async (who) => {
  const [facts, { conflicts }] = await Promise.all([projectFacts(), get(inProject("/conflicts"))]);
  if (!conflicts.length) return empty("No conflicts. Where two readers disagree, both decisions will stand here side by side.", { href: "screen", text: "Screen" });
  const { saved, decide } = deciding(who.reader.name);
  const may = ["owner", "adjudicator"].includes(facts.me?.role);
  return [h("p", { class: "row" }, h("b", {}, plural(conflicts.length, "conflict")), saved, button("Look again", () => location.reload(), { class: "quiet" })), h("ul", { class: "cards wide", id: "conflicts" }, conflicts.map((one) => conflictItem(one, { settings: facts.settings ?? {}, decide, may })))];
});
