// The record on screen; the next one is built while this one is read.

import { get, inProject } from "../api.js";
import { button, h } from "../dom.js";
import { recordParts, textsOf } from "../record.js";
import { labelName, labelWord, origin, percent, plural } from "../words.js";

const PICOS = "thresher.picos";
const KINDS = ["population", "intervention", "comparator", "outcome"];

export class Card {
  constructor(place, { patterns, stage, isEmpty = false }) {
    Object.assign(this, { place, patterns, stage, isEmpty });
    this.spans = new Map();
    this.ready = null; // {id, undone, parts} of the next record
    this.picos = this.#wanted();
    this.item = null;
  }

  #wanted() {
    try {
      return localStorage.getItem(PICOS) === "yes";
    } catch {
      return false;
    }
  }

  /** Build a record's elements ahead of time. */
  prepare(item) {
    if (item && this.ready?.item !== item) this.ready = { item, parts: this.#parts(item) };
    if (item && this.picos) this.#fetchSpans(item.record);
  }

  show(item) {
    const parts = this.ready?.item === item ? this.ready.parts : this.#parts(item);
    this.ready = null;
    this.item = item;
    this.place.replaceChildren(...parts);
    this.place.setAttribute("aria-busy", "false");
    this.place.scrollTop = 0;
    if (scrollY > 0) scrollTo(0, 0);
    if (this.picos) this.#fetchSpans(item.record);
  }

  #parts(item) {
    const spans = this.picos ? (this.spans.get(item.record.id) ?? []) : [];
    return [
      item.undone ? h("p", { class: "again" }, `You took back “${labelWord(item.undone).toLowerCase()}”. Decide again, or press Later.`) : null,
      ...recordParts(item.record, { patterns: this.patterns, spans, titleId: "record-title" }),
      h(
        "div",
        { class: "why" },
        h("p", { class: "origin" }, origin(item.chosen), ". ", button("Why this record?", () => this.explain(item), { class: "link" })),
        h("div", { class: "explanation", hidden: true }),
      ),
    ].filter(Boolean);
  }

  /** The words and the decided records that put it here; asked only when wanted. */
  async explain(item) {
    const place = this.place.querySelector(".explanation");
    if (!place.hidden) {
      place.hidden = true;
      return;
    }
    place.hidden = false;
    place.replaceChildren(h("p", { class: "state" }, "Asking the model…"));
    try {
      place.replaceChildren(...explanation(await get(inProject(`/records/${item.record.id}/explanation`))));
    } catch (error) {
      place.replaceChildren(h("p", { class: "state" }, error.message));
    }
  }

  togglePicos() {
    this.picos = !this.picos;
    try {
      localStorage.setItem(PICOS, this.picos ? "yes" : "no");
    } catch {
      // for this visit only, then
    }
    if (!this.item) return;
    this.ready = null;
    this.#redraw();
    if (this.picos) this.#fetchSpans(this.item.record);
  }

  async #fetchSpans(record) {
    if (this.spans.has(record.id)) return;
    this.spans.set(record.id, []);
    try {
      const { spans } = await get(inProject(`/records/${record.id}/spans`));
      this.spans.set(record.id, spans);
      if (this.item?.record.id === record.id) this.#redraw();
      else if (this.ready?.item.record.id === record.id) this.ready = { item: this.ready.item, parts: this.#parts(this.ready.item) };
    } catch {
      this.spans.delete(record.id); // marks are an extra: the record stays readable without
    }
  }

  /** Marks in place, without moving what is being read. */
  #redraw() {
    const { record } = this.item;
    const spans = this.picos ? (this.spans.get(record.id) ?? []) : [];
    const { title, abstract } = textsOf(record, this.patterns, spans);
    this.place.querySelector("#record-title").replaceChildren(...title);
    this.place.querySelector(".abstract").replaceChildren(...abstract);
    this.place.querySelector(".legend")?.remove();
    if (this.picos) this.place.querySelector(".abstract").after(legend(spans));
  }

  /** Nothing to show: say truly why. */
  nothing(queue, outbox) {
    this.item = null;
    const isOver = queue.asked && !queue.fetching && !queue.trouble && queue.left === 0;
    this.place.replaceChildren(h("div", { class: `state${isOver ? " over" : ""}`, id: "nothing" }, this.#reason(queue, outbox)));
  }

  #reason(queue, outbox) {
    const safe = outbox.waiting ? ` ${plural(outbox.waiting, "decision")} waiting to be sent ${outbox.durable ? "are safe on this device" : "are kept in this tab: leave it open"}.` : "";
    if (!queue.asked || (queue.fetching && !queue.trouble)) return [h("h2", { id: "record-title" }, "Fetching records…")];
    if (queue.trouble)
      return [h("h2", { id: "record-title" }, "No next record yet"), h("p", {}, `${queue.trouble.message}${safe} This page tries again by itself.`), button("Try now", () => queue.refill())];
    if (queue.waitingFor && queue.left !== 0) return [h("h2", { id: "record-title" }, "Nothing to read just now"), h("p", {}, queue.waitingFor, safe)];
    if (queue.left > 0 && outbox.waiting) return [h("h2", { id: "record-title" }, "Sending your decisions…"), h("p", {}, safe)];
    if (queue.left > 0) return [h("h2", { id: "record-title" }, "Nothing to read just now"), h("p", {}, `${plural(queue.left, "record")} left; other readers hold them. They come here if they are let go.`)];
    return this.stage === "fulltext"
      ? [h("h2", { id: "record-title" }, "No full texts wait"), h("p", {}, "Records that you include by title and abstract come here."), h("p", {}, h("a", { class: "button", href: "?stage=abstract" }, "Title and abstract"))]
      : this.isEmpty
        ? [h("h2", { id: "record-title" }, "Nothing to read yet"), h("p", {}, "Import the files of your searches first."), h("p", { class: "row" }, h("a", { class: "button main", href: "import" }, "Import records"))]
        : [h("h2", { id: "record-title" }, "Nothing left to read"), h("p", {}, `You have read all that waits for you by title and abstract.${safe}`), h("p", { class: "row" }, h("a", { class: "button main", href: "progress" }, "See the progress"), h("a", { class: "button", href: "certificate" }, "Certificate"), h("a", { class: "button", href: "?stage=fulltext" }, "Full text"))];
  }
}

const legend = (spans) =>
  h("p", { class: "legend" }, spans.length ? KINDS.map((kind) => h("mark", { class: `mark-${kind}` }, kind)) : "No PICO marks in this record.");

function explanation(it) {
  const words = (it.lifts ?? []).map((lift) => h("li", { class: lift.lift >= 0 ? "for" : "against" }, h("bdi", {}, lift.term), h("small", {}, ` ${lift.lift >= 0 ? "+" : "−"}${Math.abs(lift.lift).toFixed(2)}`)));
  const alike = (it.neighbours ?? []).map((near) => h("li", {}, h("span", { class: `label ${labelName(near.label)}` }, labelWord(near.label)), " ", h("span", { dir: "auto" }, near.title), h("small", {}, ` ${percent(near.alike)} alike`)));
  if (!words.length && !alike.length) return [h("p", {}, "The model has too few decisions to say.")];
  return [
    words.length ? h("div", {}, h("h3", {}, "Words that move it"), h("ul", { class: "lifts" }, words)) : null,
    alike.length ? h("div", {}, h("h3", {}, "Decided records most like it"), h("ul", { class: "alike" }, alike)) : null,
  ].filter(Boolean);
}
