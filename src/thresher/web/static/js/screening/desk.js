// What a key press does: the rules of deciding, apart from how it looks.

import { get, inProject } from "../api.js";
import { toast } from "../dom.js";
import { decisionOn } from "../outbox.js";
import { labelWord } from "../words.js";

const LONGEST = 1800; // seconds: more is a lunch, not reading
const STEADY = 600; // ms for which a record that came unasked takes no decision
const RECENT = 6;

export class Desk {
  constructor(parts) {
    Object.assign(this, parts);
    this.made = []; // decisions of this visit, last first, for undo and for the list
    this.shown = null; // the item on screen
    this.ready = false; // whether its paint has happened, so that a key can mean it
    this.onPaint = () => {};
    this.queue.addEventListener("change", () => this.#arrived());
    this.tabs.addEventListener("decided", ({ detail }) => this.#decidedElsewhere(detail));
    this.outbox.addEventListener("sent", ({ detail }) => this.strip.counted(detail?.counts, detail));
    document.addEventListener("visibilitychange", () => this.#clock());
  }

  begin() {
    this.#show(0);
  }

  run(action) {
    const acts = {
      include: () => this.decide("include"),
      exclude: () => this.exclude(null),
      maybe: () => this.decide("maybe"),
      skip: () => this.skip(),
      undo: () => this.undo(),
      note: () => this.side.focusNote(),
      why: () => this.shown && this.card.explain(this.shown),
      picos: () => this.card.togglePicos(),
      help: () => this.help(),
    };
    acts[action]?.();
  }

  /** Excluding full text needs a reason, where the project has reasons: the panel asks for it. */
  exclude(reason) {
    const chosen = reason ?? this.side.reason;
    if (this.stage === "fulltext" && this.reasons.length && !chosen) {
      if (this.ready) this.side.askReason();
      return;
    }
    this.decide("exclude", chosen);
  }

  /** Decide on the record on screen; kept on this device before the next one shows. */
  decide(label, reason = null) {
    if (!this.ready || !this.shown) return;
    this.ready = false;
    const item = this.shown;
    const decision = this.#decision(item, label, reason);
    this.outbox.add(decision);
    this.tabs.decided(item.record.id, label);
    this.queue.decide();
    this.made.unshift({ item, decision });
    this.strip.moved(label, 1);
    this.side.forget(item.record.id);
    this.#show(0);
    this.side.showRecent(this.made.slice(0, RECENT));
  }

  #decision(item, label, reason) {
    const decision = decisionOn(item.record.id, this.stage, label);
    const note = this.side.note.trim();
    const seconds = Math.round(this.#seconds() * 10) / 10;
    if (reason && label === "exclude") decision.reason = reason;
    if (note) decision.note = note;
    if (this.side.tagsTouched) decision.tags = this.side.tags;
    if (seconds > 0) decision.seconds = Math.min(seconds, LONGEST);
    return decision;
  }

  /** Put off the record on screen: no decision, it comes back after the others here. */
  skip() {
    if (!this.ready || this.queue.items.length < 2) return;
    this.ready = false;
    this.queue.postpone();
    this.#show(0);
  }

  /** Take back the last decision and show its record again; the ledger keeps both lines. */
  async undo() {
    if (this.undoing) return;
    this.undoing = true;
    try {
      const last = this.made.shift() ?? (await this.#lastOfEarlier());
      if (last) this.#takeBack(last);
      else toast("There is nothing to undo.");
    } catch (error) {
      toast(`Not undone: ${error.message}`, { kind: "bad" });
    } finally {
      this.undoing = false;
    }
  }

  #takeBack({ item, decision }) {
    this.outbox.add(decisionOn(item.record.id, this.stage, "undo", decision.uid ? { undoes: decision.uid } : {}));
    this.tabs.decided(item.record.id, "undo");
    this.strip.moved(decision.label, -1);
    this.queue.putFirst({ ...item, undone: decision.label });
    this.side.restore(item.record.id, decision);
    this.#show(0);
    this.side.showRecent(this.made.slice(0, RECENT));
    toast(`Undone: ${labelWord(decision.label).toLowerCase()}. Decide again.`);
  }

  /** The last standing decision of an earlier visit, from the ledger. */
  async #lastOfEarlier() {
    await this.outbox.flush();
    if (this.outbox.waiting) throw new Error("Decisions of an earlier visit wait to be sent; undo when all is saved.");
    const { rows } = await get(inProject(`/history?reader=${encodeURIComponent(this.reader)}&stage=${this.stage}&limit=50`));
    const seen = new Set();
    for (const row of rows) {
      if (seen.has(row.publication)) continue; // linked records are one
      seen.add(row.publication);
      if (row.label === "undo" || row.kind === "undone") continue;
      const record = await get(inProject(`/records/${row.publication}`));
      return { item: { record: record.record ?? record, chosen: row.chosen }, decision: row };
    }
    return null;
  }

  #show(steady) {
    const item = this.queue.current;
    this.shown = item;
    this.ready = false;
    this.tabs.hold(this.queue.ids);
    if (item) {
      this.card.show(item);
      this.side.open(item.record);
    } else this.card.nothing(this.queue, this.outbox);
    this.strip.left(this.queue.left);
    this.strip.rest(!item);
    this.onPaint();
    if (item) this.#arm(item, steady);
  }

  /** A decision needs its record on screen: keys count from the paint on. */
  #arm(item, steady) {
    const armed = () => {
      if (this.shown !== item) return;
      this.seconds = 0;
      this.since = performance.now();
      this.ready = true;
      this.onPaint();
      this.card.prepare(this.queue.items[1]);
    };
    const painted = new MessageChannel();
    painted.port1.onmessage = () => (steady ? setTimeout(armed, steady) : armed());
    requestAnimationFrame(() => painted.port2.postMessage(0)); // a task after the frame: the paint is out
  }

  #clock() {
    if (document.hidden) this.seconds = this.#seconds();
    this.since = document.hidden ? null : performance.now();
  }

  #seconds() {
    return (this.seconds ?? 0) + (this.since === null || this.since === undefined ? 0 : (performance.now() - this.since) / 1000);
  }

  #arrived() {
    this.strip.left(this.queue.left);
    this.strip.ranked(this.queue.ranking);
    this.tabs.hold(this.queue.ids);
    if (!this.shown || !this.queue.items.length) this.#show(this.shown ? STEADY : 0);
    else this.card.prepare(this.queue.items[1]);
  }

  #decidedElsewhere({ record, label }) {
    const wasShown = this.shown?.record.id === record;
    if (label === "undo") return;
    this.queue.drop(record);
    if (!wasShown) return;
    toast(`You decided this record in another tab (${labelWord(label).toLowerCase()}). Here is the next one.`);
    this.#show(STEADY);
  }
}
