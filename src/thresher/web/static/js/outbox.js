// Decisions on their way: kept on this device until the server says that it has them.
//
// One storage key a decision, named by reader, project (id and identity), time and uid: tabs
// never overwrite each other, another reader's decisions are never sent in this one's name, nor
// to another project that has the id now, and sorting the keys gives the order of making.

import { ApiError, post } from "./api.js";
import { newUid } from "./uid.js";

const WAITING = "thresher.waiting";
const REFUSED = "thresher.refused";
const MOST = 100; // decisions a call
const SLOWEST = 30000;
const PATIENT = 3; // faults of the server in a row, after which decisions go one by one
const MOST_STUCK = 10; // records that fail alone, with none kept between: the fault is not theirs

const part = encodeURIComponent;
const prefix = (kind, ...whose) => `${[kind, ...whose.map(part)].join("|")}|`;

/** A decision made now, with an id of its own. */
export const decisionOn = (record, stage, label, more = {}) => ({ uid: newUid(), record, stage, label, decided_at: new Date().toISOString(), ...more });

/** Half a character (a cut emoji) would have the whole decision refused. */
const whole = (text) => text.toWellFormed?.() ?? text;
const wellFormed = (decision) => Object.fromEntries(Object.entries(decision).map(([name, value]) => [name, typeof value === "string" ? whole(value) : value]));

let last = 0;
function stamp() {
  last = Math.max(last + 1, Date.now() * 1000);
  return String(last).padStart(18, "0");
}

function stored(start) {
  const found = new Map();
  try {
    for (let i = 0; i < localStorage.length; i += 1) {
      const key = localStorage.key(i);
      const value = key.startsWith(start) ? read(localStorage.getItem(key)) : null;
      if (value) found.set(key, value);
    }
  } catch {
    // storage closed to us: this visit keeps its decisions in the tab
  }
  return found;
}

function read(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null; // not written by us
  }
}

function unstored(key) {
  try {
    localStorage.removeItem(key);
  } catch {
    // nothing was stored then
  }
}

const unanswered = () => new ApiError(502, "unanswered", "The server did not say what it kept.");

export class Outbox extends EventTarget {
  constructor(reader, project, identity) {
    super();
    this.start = prefix(WAITING, reader, project, identity);
    this.refusedStart = prefix(REFUSED, reader, project, identity);
    this.meant = identity;
    this.path = `/projects/${part(project)}/decisions`;
    this.lock = prefix("thresher-send", reader, project, identity);
    this.items = stored(this.start);
    this.durable = true;
    this.trouble = null; // the last ApiError, while it lasts
    this.running = false;
    this.wait = 0;
    this.faults = 0; // of the server, in a row
    this.sent = 0;
    this.unaccepted = new Map(); // what the server refused and storage had no room for
    addEventListener("beforeunload", (event) => {
      if ((this.waiting && !this.durable) || this.unaccepted.size) event.preventDefault();
    });
    addEventListener("storage", (event) => this.#heard(event));
    addEventListener("online", () => this.flush());
    addEventListener("visibilitychange", () => this.flush());
  }

  get waiting() {
    return this.items.size;
  }

  get refused() {
    return [...new Map([...this.unaccepted, ...stored(this.refusedStart)])].sort().map(([key, value]) => ({ key, ...value }));
  }

  holds(record, stage) {
    for (const item of this.items.values()) if (item.record === record && item.stage === stage) return true;
    return false;
  }

  /** Keep a decision and send it; it is on this device before this returns. */
  add(made) {
    const decision = wellFormed(made);
    const key = this.start + stamp() + `|${decision.uid}`;
    try {
      localStorage.setItem(key, JSON.stringify(decision));
    } catch {
      this.durable = false; // full or closed: kept in this tab only, and the page says so
    }
    this.items.set(key, decision);
    this.#changed();
    queueMicrotask(() => this.flush());
  }

  /** Send all that waits, in order, in one tab at a time. */
  async flush() {
    if (this.running || !this.items.size) return;
    clearTimeout(this.timer);
    this.running = true;
    try {
      if (navigator.locks) await navigator.locks.request(this.lock, () => this.#sendAll());
      else await this.#sendAll();
      this.wait = 0;
      this.faults = 0;
      this.trouble = null;
    } catch (error) {
      this.trouble = error;
      this.faults = error.status >= 500 ? this.faults + 1 : 0;
      this.wait = Math.min(Math.max(this.wait * 2, 1000), SLOWEST);
      this.timer = setTimeout(() => this.flush(), this.wait);
    } finally {
      this.running = false;
      this.#changed();
    }
    if (!this.trouble && this.items.size) this.flush();
  }

  async #sendAll() {
    if (this.faults >= PATIENT) await this.#sendSingly();
    for (let batch = this.#batch(); batch.length; batch = this.#batch()) {
      const results = await this.#send(batch);
      if (!batch.some(([key]) => !this.items.has(key)))
        throw unanswered();
      this.dispatchEvent(new CustomEvent("sent", { detail: results }));
      this.#changed();
    }
  }

  /** One by one: only what the server stumbles over waits on, and what was decided on the same record after it. */
  async #sendSingly() {
    const stuck = new Set();
    let fault = null;
    let gone = 0;
    for (const [key, decision] of this.#inOrder()) {
      const about = `${decision.stage} ${decision.record}`;
      if (stuck.has(about)) continue;
      const failed = await this.#sentAlone([key, decision]);
      gone += failed ? 0 : 1;
      if (!failed) continue;
      fault = failed;
      stuck.add(about);
      if (!gone && stuck.size >= MOST_STUCK) break;
    }
    if (fault) throw fault;
  }

  /** Nothing, or the server's fault; other trouble is thrown. */
  async #sentAlone([key, decision]) {
    try {
      const results = await this.#send([[key, decision]]);
      if (this.items.has(key)) return unanswered();
      this.dispatchEvent(new CustomEvent("sent", { detail: results }));
      this.#changed();
      return null;
    } catch (error) {
      if (error.status >= 500) return error;
      throw error;
    }
  }

  #inOrder() {
    return [...this.items].sort(([a], [b]) => (a < b ? -1 : 1));
  }

  #batch() {
    return this.#inOrder().slice(0, MOST);
  }

  async #send(batch) {
    try {
      const answer = await post(this.path, { decisions: batch.map(([, decision]) => decision) }, { keepalive: true, meant: this.meant });
      this.#settle(batch, answer?.results ?? []);
      return answer;
    } catch (error) {
      if (error.passing || [401, 403, 404, 409].includes(error.status)) throw error;
      if (batch.length > 1) {
        for (const one of batch) await this.#send([one]); // find the one that is not accepted
        return null;
      }
      this.#refuse(batch[0], error.message);
      return null;
    }
  }

  #settle(batch, results) {
    const status = new Map(results.map((result) => [result.uid, result]));
    for (const [key, decision] of batch) {
      const result = status.get(decision.uid);
      if (result?.status === "kept" || result?.status === "known") {
        this.#drop(key);
        this.sent += 1;
      } else if (result?.status === "refused") this.#refuse([key, decision], result.message);
    }
  }

  #refuse([key, decision], message) {
    const kept = this.refusedStart + key.slice(this.start.length);
    const told = { decision, message: message || "not accepted" };
    try {
      localStorage.setItem(kept, JSON.stringify(told));
      this.#drop(key);
    } catch {
      this.durable = false;
      this.unaccepted.set(kept, told);
      this.items.delete(key); // if it is stored as waiting it stays so: the next visit hears of it again
    }
    this.dispatchEvent(new CustomEvent("refused", { detail: { decision, message } }));
  }

  discardRefused(key) {
    unstored(key);
    if (this.unaccepted.delete(key)) unstored(this.start + key.slice(this.refusedStart.length));
    this.#changed();
  }

  #drop(key) {
    unstored(key);
    this.items.delete(key);
  }

  #heard(event) {
    if (!event.key?.startsWith(this.start)) return;
    if (event.newValue === null) this.items.delete(event.key);
    else this.items.set(event.key, JSON.parse(event.newValue));
    this.#changed();
  }

  #changed() {
    this.dispatchEvent(new CustomEvent("change"));
  }
}

/** Send what earlier visits left, of every project of this reader. */
export async function flushAll(reader) {
  const start = `${WAITING}|${part(reader)}|`;
  const projects = new Set([...stored(start).keys()].map((key) => key.split("|").slice(2, 4).join("|")));
  const counted = { sent: 0, left: 0 };
  for (const whose of projects) {
    const box = new Outbox(reader, ...whose.split("|").map(decodeURIComponent));
    await box.flush();
    clearTimeout(box.timer);
    counted.sent += box.sent;
    counted.left += box.waiting;
  }
  return counted;
}
