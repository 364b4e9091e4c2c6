// Where the reader is: counts, the certified bound, and whether all is saved.

import { get, inProject } from "../api.js";
import { button, byId, h } from "../dom.js";
import { isWhole } from "../standing.js";
import { count, heldText, labelWord, percentDown, percentExact, plural } from "../words.js";

const ASK_EVERY = 15000;

export class Strip {
  constructor({ outbox, stage, facts }) {
    Object.assign(this, { outbox, stage });
    this.alone = (facts.settings?.mode ?? "single") === "single"; // else a decision alone decides nothing yet
    this.known = null;
    this.ahead = { decided: 0, included: 0 }; // made here, not yet counted by the server
    for (const name of ["abstract", "fulltext"]) if (name === stage) byId(`stage-${name}`).setAttribute("aria-current", "page");
    outbox.addEventListener("change", () => (this.saved(), this.rest()));
    outbox.addEventListener("refused", () => this.saved());
    document.addEventListener("visibilitychange", () => this.#look());
    this.saved();
    if (facts.stages?.[stage]) this.#know(facts.stages[stage]);
    this.askProgress();
  }

  async askProgress() {
    clearTimeout(this.timer);
    try {
      const progress = await get(inProject("/progress"));
      if (this.stage === "abstract" && progress.counts) this.#know(progress.counts);
      this.#bound(progress);
    } catch (error) {
      if (!this.bounded) byId("bound-text").textContent = error.status === 501 ? error.message : "Certified recall: not known just now";
    }
    this.timer = setTimeout(() => this.#again(), ASK_EVERY);
  }

  #again() {
    this.timer = setTimeout(() => this.#again(), ASK_EVERY);
    this.#look();
  }

  /** Ask anew if anything was decided since; a page that nobody sees waits until it is seen. */
  #look() {
    if (document.hidden || !this.stale) return;
    this.stale = false;
    this.askProgress();
  }

  /** Nothing is on screen: what is said of the pile must be of its end, and at once. */
  rest(isOver = this.isOver) {
    this.isOver = isOver;
    if (isOver && !this.outbox.waiting) this.#look();
  }

  #bound({ bound, target, alpha, certified, held_by: held }) {
    this.bounded = true;
    byId("bound-meter").value = bound ?? 0;
    if (target) byId("bound-meter").high = target;
    const aim = target ? `, goal ${percentExact(target)}` : "";
    byId("bound-text").textContent = certified ? `You may stop: recall ${isWhole({ bound }) ? "" : "≥ "}${percentDown(bound)} certified` : bound ? `Recall ≥ ${percentDown(bound)} certified${aim}` : `Nothing certified yet${aim}`;
    byId("bound-text").title = [alpha && `with ${percentExact(1 - alpha)} confidence`, heldText(held) && `Waits for ${heldText(held)}`].filter(Boolean).join(". ");
  }

  /** Counts from the server; what still waits here is counted on top. */
  counted(counts, sent = null) {
    if (sent === null) this.stale = true;
    if (!counts) return;
    if (this.stage === "fulltext") this.#askStage(); // what is told by the way is of the first stage
    else this.#know(counts);
  }

  #askStage() {
    clearTimeout(this.asking);
    this.asking = setTimeout(async () => {
      const facts = await get(inProject()).catch(() => null);
      if (facts?.stages) this.#know(facts.stages[this.stage]);
    }, 500);
  }

  #know(counts) {
    this.known = counts;
    this.ahead = { decided: 0, included: 0 };
    for (const decision of this.outbox.items.values()) this.#add(decision.label, decision.label === "undo" ? 0 : 1);
    this.#draw();
  }

  #add(label, step) {
    if (!this.alone) return;
    this.ahead.decided += label === "maybe" ? 0 : step;
    this.ahead.included += label === "include" ? step : 0;
  }

  moved(label, step) {
    this.#add(label, step);
    this.stale = true;
    this.#draw();
  }

  left(left) {
    this.waiting = left;
    this.#draw();
  }

  ranked(ranking) {
    byId("counts").title = ranking ? (ranking.training ? "A new ranking is being made" : `Ranking from ${plural(ranking.labels ?? 0, "decision")}`) : "";
  }

  #draw() {
    if (!this.known) return;
    const total = this.known.publications ?? this.known.records ?? this.known.total;
    const decided = this.known.decided + this.ahead.decided;
    const parts = [h("b", {}, count(decided)), total === undefined || total === null ? " read" : ` of ${count(total)} read`, " · ", h("b", {}, count((this.known.included ?? 0) + this.ahead.included)), " included"];
    if (this.known.waiting) parts.push(` · ${count(this.known.waiting)} wait for a second reader`);
    if (this.known.conflicts) parts.push(" · ", h("a", { href: "conflicts" }, plural(this.known.conflicts, "conflict")));
    byId("counts").replaceChildren(...parts);
  }

  /** The truth about saving: said in words, whenever it changes. */
  saved() {
    const place = byId("saved");
    const { waiting, refused, durable, trouble } = this.outbox;
    const parts = [];
    if (waiting && trouble) {
      parts.push(`${plural(waiting, "decision")} waiting to be sent. `);
      if (trouble.status !== 0) parts.push(trouble.message, " ");
      parts.push(button("Send now", () => this.outbox.flush(), { class: "link" }));
    } else if (waiting) parts.push("Saving…");
    else parts.push(refused.length ? "All else is saved." : "All saved");
    if (!durable) parts.push(" This browser keeps nothing for us: leave this tab open until all is saved.");
    if (refused.length) parts.push(" ", button(`${count(refused.length)} not accepted`, () => this.showRefused(), { class: "link bad" }));
    place.className = `saved ${waiting && trouble ? "waiting" : ""} ${durable ? "" : "bad"}`;
    place.replaceChildren(...parts);
  }

  showRefused() {
    const dialog = byId("dialog");
    const draw = () => {
      const refused = this.outbox.refused;
      if (!refused.length) return dialog.close();
      return dialog.replaceChildren(
        h("h2", { id: "dialog-title" }, "Decisions that were not accepted"),
        h("p", {}, "They are kept here until you put them away."),
        h("ul", {}, refused.map((one) => h("li", {}, `${labelWord(one.decision.label)}, record ${one.decision.record}: `, h("span", { dir: "auto" }, one.message), " ", button("Put away", () => (this.outbox.discardRefused(one.key), draw()), { class: "quiet" })))),
        button("Close", () => dialog.close()),
      );
    };
    draw();
    dialog.setAttribute("aria-labelledby", "dialog-title");
    dialog.showModal();
  }
}
