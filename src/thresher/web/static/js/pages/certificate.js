// Certificates: issue, show, verify.

import { address, get, inProject, post } from "../api.js";
import { button, h, toast } from "../dom.js";
import { begin, empty, fill, mayManage, projectFacts } from "../shell.js";
import { claimNotes, isWhole, verdict } from "../standing.js";
import { count, heldText, percent, percentDown, percentExact, when } from "../words.js";

const FIRST = "The first certified moment was after RECORDS records: from then on it was proven that recall had reached GOAL, and reading on cannot undo that.";

async function verify(id, place) {
  place.replaceChildren(h("p", {}, "Computing it anew…"));
  try {
    const it = await get(inProject(`/certificates/${encodeURIComponent(id)}/verification`));
    place.replaceChildren(
      h("p", { class: it.valid ? "verdict good" : "verdict bad" }, it.valid ? "Verified: worked out again from the records and decisions, every number is the same." : "It does not hold:"),
      h("ul", {}, (it.problems ?? []).map((problem) => h("li", {}, problem))),
    );
  } catch (error) {
    place.replaceChildren(h("p", { class: "state bad" }, error.message));
  }
}

/** Which moment of the reading a certificate is of; nothing where it is of all records. */
function momentOf(verdictWord, { claim, population, reading }) {
  if (reading.read === population.records || reading.read === undefined) return null;
  const moment = `after ${count(reading.read)} of ${count(population.records)} records`;
  return h("p", { class: "hint" }, verdictWord === "certified" ? `It is of the moment ${moment}, when recall of ${percentExact(claim.target)} was proven; whatever is read later, that stays proven.` : `It is of the moment ${moment}, when the audits were ended before the goal was reached.`);
}

function card(it) {
  const result = h("div", { role: "status" });
  const { claim = {}, population = {}, reading = {}, result: found = {} } = it.content ?? {};
  const base = inProject(`/certificates/${encodeURIComponent(it.id)}`);
  return h(
    "li",
    { class: "box" },
    h("h3", {}, isWhole({ bound: found.lower_bound }) ? `Recall ${percent(1)}` : `Recall at least ${percentDown(found.lower_bound)}`),
    h("p", {}, [`${percentExact(claim.confidence)} confidence`, `goal ${percentExact(claim.target)}`, it.verdict].filter(Boolean).join(" · ")),
    h("p", { class: "facts" }, [when(it.at), it.reader, `${count(population.records)} records`, `${count(reading.read)} read`, `${count(reading.found)} found`, `${count(reading.audits)} drawn at random`].filter(Boolean).join(" · ")),
    h("p", { class: "row" }, button("Verify", () => verify(it.id, result), { class: "main" }), h("a", { class: "button", href: address(`${base}.html`), target: "_blank", rel: "noopener" }, "Show"), h("a", { class: "button", href: address(`${base}.json`), download: `certificate-${it.id}.json` }, "Save as JSON")),
    momentOf(it.verdict, { claim, population, reading }),
    it.coverage?.says ? h("p", { class: "hint" }, it.coverage.says) : null,
    (it.notes ?? []).map((note) => h("p", { class: "hint" }, note)),
    result,
  );
}

async function draw() {
  const [{ certificates }, progress, facts] = await Promise.all([get(inProject("/certificates")), get(inProject("/progress")).catch(() => null), projectFacts()]);
  const manage = mayManage(facts);
  const told = h("p", { role: "status" });
  const issue = async (end = false) => {
    told.textContent = "Drawing it up…";
    try {
      await post(inProject(`/certificates${end ? "?end=true" : ""}`));
      await fill(draw);
    } catch (error) {
      if (error.code === "not-certified") {
        told.replaceChildren(error.message, " ", button("End the audits and issue it", () => issue(true)));
        return;
      }
      told.textContent = `Not issued: ${error.message}`;
      toast(`Not issued: ${error.message}`, { kind: "bad" });
    }
  };
  const now = progress ? verdict(progress).text : "";
  const isBegun = !progress || progress.counts?.decided > 0;
  const first = progress?.certified_at && progress.certified_at < (progress.counts?.publications ?? 0) ? h("p", { class: "hint" }, FIRST.replace("GOAL", percentExact(progress.target)).replace("RECORDS", count(progress.certified_at))) : null;
  return [
    h("section", { class: "box" }, h("p", {}, now), heldText(progress?.held_by) ? h("p", { class: "hint" }, h("b", {}, "What holds it: "), heldText(progress.held_by)) : null, first, claimNotes(progress), h("p", { class: "row" }, !isBegun ? h("a", { class: "button main", href: "screen" }, "Screen") : manage ? button("Issue a certificate", () => issue(), { class: "main" }) : h("span", { class: "hint" }, "An owner of the project issues the certificate."), told)),
    certificates.length ? h("section", {}, h("h2", {}, "Issued"), h("ul", { class: "cards wide" }, certificates.map(card))) : empty("No certificate is issued yet. One can be issued as soon as the goal is reached, or everything is read."),
  ];
}

begin(draw);
