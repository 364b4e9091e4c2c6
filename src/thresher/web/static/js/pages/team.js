// People of a project, invitations and agreement.

import { get, inProject, post, put, remove, session } from "../api.js";
import { bdi, button, field, h, select, table, toast } from "../dom.js";
import { begin, empty, fill, mayManage, projectFacts } from "../shell.js";
import { count, percent } from "../words.js";

const ROLES = { reader: "reader", adjudicator: "adjudicator", owner: "owner" };
const roleChoice = (role) => select(ROLES, role, { "aria-label": "Role" });

const told = (error) => toast(error.message, { kind: "bad" });

function person(one, { manage, me }) {
  const choice = roleChoice(one.role);
  choice.addEventListener("change", () => put(inProject(`/readers/${encodeURIComponent(one.name)}`), { role: choice.value }).then(() => toast("Role changed."), (error) => (told(error), fill(draw))));
  const leave = () => remove(inProject(`/readers/${encodeURIComponent(one.name)}`)).then(() => fill(draw), told);
  return [bdi(one.display || one.name), h("span", {}, one.name), manage ? choice : one.role, manage && one.name !== me ? button("Remove", leave, { class: "quiet", "aria-label": `Remove ${one.name}` }) : ""];
}

function invitation() {
  const role = roleChoice("reader");
  const place = h("p", { role: "status" });
  const make = async () => {
    try {
      const { link } = await post(inProject("/invitations"), { role: role.value });
      const whole = new URL(link, location.origin).href;
      const shown = h("input", { readonly: true, value: whole, "aria-label": "Invitation link", size: 50 });
      place.replaceChildren("Send this link: ", shown, " ", button("Copy", () => navigator.clipboard?.writeText(whole).then(() => toast("Copied.")).catch(() => shown.select()), { class: "quiet" }));
      shown.select();
    } catch (error) {
      told(error);
    }
  };
  return h("section", { class: "box" }, h("h2", {}, "Invite"), h("div", { class: "inline invite" }, field("Somebody new, as", role), button("Make a link", make, { class: "main" })), h("p", { class: "hint" }, "The link works once, for a week. A reader screens, an adjudicator settles conflicts too, an owner may do everything."), place);
}

const MEASURES = { percent: "Agreement", kappa: "Cohen's κ", ac1: "Gwet's AC1", alpha: "Krippendorff's α" };
function agreement(it) {
  const value = (name, one) => (one?.value === null || one?.value === undefined ? "–" : name === "percent" ? percent(one.value, 1) : one.value.toFixed(3));
  const range = (name, one) => (one?.low === undefined || one?.low === null ? "–" : name === "percent" ? `${percent(one.low, 1)} to ${percent(one.high, 1)}` : `${one.low.toFixed(3)} to ${one.high.toFixed(3)}`);
  return [it.note ? h("p", { class: "hint" }, it.note) : null, it.overlap?.records ? h("p", {}, `${count(it.overlap.both)} of ${count(it.overlap.records)} records meant for two readers were read by both.`) : null, Object.keys(MEASURES).every((name) => (it[name]?.value ?? null) === null) ? null : table("Agreement between readers", ["Measure", "Value", "95 % interval"], Object.entries(MEASURES).map(([name, word]) => [word, value(name, it[name]), range(name, it[name])]))];
}

async function draw() {
  const [facts, who, { readers }] = await Promise.all([projectFacts(), session(), get(inProject("/readers"))]);
  const manage = mayManage(facts) && who.door === "serve";
  const place = h("section", {});
  fill(async () => agreement(await get(inProject("/agreement"))), { into: place });
  return [
    readers.length ? table("Readers", ["Reader", "Name", "Role", ""], readers.map((one) => person(one, { manage, me: who.reader.name }))) : empty("You work alone here. `thresher serve` opens a project to a team."),
    manage ? invitation() : null,
    h("h2", {}, "Agreement"),
    place,
  ];
}

begin(draw);
