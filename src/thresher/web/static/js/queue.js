// Records fetched ahead, so that the next one is here before it is asked for.

const HOLD = 16; // records held
const FEWEST = 5; // held near the end of a pile, so that other readers have some too
const LOW = 0.6; // below this share of it, more are fetched
const KEEP = 2; // never exchanged: the one on screen and the one after it
const SETTLING = 15000; // for so long a record just decided is not taken again
const MOST_NAMED = 80; // ids told to the server as held
const SLOWEST = 15000;

export class Queue extends EventTarget {
  /**
   * `ask(have, size)` gives the server's answer; `decided(id)` says whether a decision on it still waits;
   * `elsewhere()` names the ids that other tabs hold.
   */
  constructor({ ask, decided = () => false, elsewhere = () => [] }) {
    super();
    Object.assign(this, { ask, decided, elsewhere });
    this.items = [];
    this.left = null;
    this.ranking = null;
    this.lease = null;
    this.waitingFor = "";
    this.trouble = null;
    this.asked = false; // whether the server ever answered
    this.done = new Map();
    this.fetching = false;
    this.wait = 0;
  }

  get current() {
    return this.items[0] ?? null;
  }

  /** How many to hold: all readers share what is left. */
  get most() {
    return this.left === null ? HOLD : Math.min(HOLD, Math.max(FEWEST, Math.ceil(this.left / 4)));
  }

  get low() {
    return this.most * LOW;
  }

  get ids() {
    return this.items.map((item) => item.record.id);
  }

  /** Take the current record away, decided. */
  decide() {
    const item = this.items.shift();
    this.done.set(item.record.id, Date.now());
    this.#refillSoon();
    return item;
  }

  /** Put the current record behind the others. */
  postpone() {
    if (this.items.length > 1) this.items.push(this.items.shift());
  }

  /** What may go to other readers when this tab closes: never what a decision is on its way for. */
  get released() {
    return { records: this.ids.filter((id) => !this.decided(id)), lease: this.lease };
  }

  putFirst(item) {
    this.done.delete(item.record.id);
    this.items = [item, ...this.items.filter((other) => other.record.id !== item.record.id)];
  }

  drop(id) {
    this.items = this.items.filter((item) => item.record.id !== id);
    this.done.set(id, Date.now());
    this.#refillSoon();
  }

  /** A new ranking: exchange all but the first two. */
  async refresh() {
    if (this.fetching) this.again = true;
    else await this.#fetch(this.ids.slice(0, KEEP), true);
  }

  async refill() {
    if (!this.fetching && this.items.length < this.low) await this.#fetch(this.ids, false);
  }

  #refillSoon() {
    if (this.items.length < this.low) setTimeout(() => this.refill(), 0);
  }

  async #fetch(have, exchange) {
    this.fetching = true;
    clearTimeout(this.timer);
    try {
      const named = [...new Set([...have, ...this.elsewhere()])].slice(0, MOST_NAMED);
      const answer = await this.ask(named, Math.max(1, this.most - have.length));
      this.#take(answer, exchange ? named : null);
      this.trouble = null;
      this.wait = this.items.length ? 0 : Math.min(Math.max(this.wait * 1.5, 1500), SLOWEST);
    } catch (error) {
      this.trouble = error;
      this.wait = Math.min(Math.max(this.wait * 2, 1000), SLOWEST);
    } finally {
      this.fetching = false;
      this.asked = true;
    }
    if (this.wait && this.trouble?.status !== 401) this.timer = setTimeout(() => this.refill(), this.wait);
    this.dispatchEvent(new CustomEvent("change"));
    if (this.again) {
      this.again = false;
      await this.refresh();
    }
  }

  #take(answer, kept) {
    const now = Date.now();
    for (const [id, at] of this.done) if (now - at > SETTLING && !this.decided(id)) this.done.delete(id);
    if (kept) this.items = this.items.filter((item, at) => at === 0 || kept.includes(item.record.id)); // the others may be on other screens now
    if (kept && this.current && !kept.includes(this.current.record.id)) this.again = true; // two were decided meanwhile: name the one on screen
    const held = new Set(this.ids);
    for (const item of answer.items) {
      const id = item.record.id;
      if (held.has(id) || this.done.has(id) || this.decided(id)) continue;
      held.add(id);
      this.items.push(item);
    }
    this.left = answer.left;
    this.ranking = answer.ranking;
    this.lease = answer.lease; // until when all that is held here is ours
    this.waitingFor = answer.waiting_for ?? "";
  }
}
