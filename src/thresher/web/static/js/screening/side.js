// Criteria, reasons, tags and the note beside the record.

import { bdi, byId, h, steady, toast } from "../dom.js";
import { kbd } from "../keys.js";
import { labelWord } from "../words.js";

const DRAFTS = "thresher.draft";

export class Side {
  constructor({ settings, stage, reasons, keys, whose }) {
    Object.assign(this, { settings, stage, reasons, keys });
    this.drafts = [DRAFTS, ...whose.map(encodeURIComponent), stage].join("|"); // a reader's own, of one project
    this.reason = null;
    this.tags = [];
    this.tagsTouched = false;
    this.record = null;
    this.restored = new Map();
    this.onReason = () => {};
    this.field = byId("note");
    this.field.addEventListener("input", () => this.#draft(this.field.value));
    this.field.addEventListener("keydown", (event) => {
      if (event.key === "Escape" || (event.key === "Enter" && (event.ctrlKey || event.metaKey))) {
        event.preventDefault();
        this.field.blur();
      }
    });
    this.field.placeholder = "Kept with your decision; Esc leaves the field";
    this.#criteria();
    this.#reasons();
    if (matchMedia("(max-width: 900px)").matches) byId("criteria").open = false;
  }

  get note() {
    return this.field.value;
  }

  focusNote() {
    this.field.focus();
    this.field.scrollIntoView({ block: "nearest" });
  }

  /** A new record on screen: its own tags, note and reason. */
  open(record) {
    this.record = record;
    const before = this.restored.get(record.id);
    this.reason = before?.reason ?? null;
    this.tags = [...(before?.tags ?? record.tags ?? [])];
    this.tagsTouched = Boolean(before?.tags);
    this.field.value = before?.note ?? this.#drafted(record.id);
    if (document.activeElement === this.field) this.field.blur();
    this.#markReason();
    this.#showTags();
  }

  /** What was decided with a record before it was taken back. */
  restore(id, decision) {
    this.restored.set(id, decision);
  }

  #criteria() {
    const { question, criteria = {} } = this.settings;
    const list = (name, items) => (items?.length ? [h("h3", {}, name), h("ul", {}, items.map((item) => h("li", { dir: "auto" }, item)))] : []);
    const parts = [question ? h("p", { dir: "auto", class: "question" }, question) : null, ...list("Include", criteria.include), ...list("Exclude", criteria.exclude)].filter(Boolean);
    if (this.settings.mode && this.settings.mode !== "single") parts.push(h("p", { class: "hint" }, "Two readers decide independently. You see the other's decision only when both are made."));
    if (!parts.length) parts.push(h("p", {}, "None written yet. ", h("a", { href: "criteria" }, "Write them")));
    byId("criteria-body").replaceChildren(...parts);
  }

  #reasons() {
    byId("reasons-box").hidden = !this.reasons.length;
    byId("reasons").replaceChildren(
      ...this.reasons.map((reason, i) => h("button", { type: "button", class: "chip", data: { reason }, "aria-keyshortcuts": i < 9 ? String(i + 1) : null, on: { click: () => this.onReason(reason) } }, i < 9 ? kbd(String(i + 1)) : null, bdi(reason))),
    );
  }

  #markReason() {
    for (const chip of byId("reasons").children) chip.setAttribute("aria-pressed", String(chip.dataset.reason === this.reason));
  }

  askReason() {
    byId("reasons-box").classList.remove("asking");
    void byId("reasons-box").offsetWidth;
    byId("reasons-box").classList.add("asking");
    byId("reasons").firstElementChild?.focus();
    toast("Full text: choose why it is excluded.");
  }

  #showTags() {
    const known = this.settings.tags ?? [];
    const names = [...new Set([...known.map((tag) => tag.name), ...this.tags])];
    byId("tags-box").hidden = !names.length;
    const chips = names.map((name) => {
      const key = known.find((tag) => tag.name === name)?.key;
      return h("button", { type: "button", class: "chip", "aria-pressed": String(this.tags.includes(name)), "aria-keyshortcuts": key || null, on: { click: () => this.toggleTag(name) } }, key ? kbd(key) : null, bdi(name));
    });
    steady(byId("tags"), () => byId("tags").replaceChildren(...chips));
  }

  toggleTag(name) {
    if (!this.record) return;
    this.tags = this.tags.includes(name) ? this.tags.filter((tag) => tag !== name) : [...this.tags, name];
    this.tagsTouched = true;
    this.#showTags();
  }

  showRecent(made) {
    byId("recent-box").hidden = !made.length;
    byId("recent").replaceChildren(
      ...made.map(({ item, decision }) => h("li", {}, h("span", { class: `label ${decision.label}` }, labelWord(decision.label)), " ", h("span", { dir: "auto", class: "short" }, item.record.title || `record ${item.record.id}`))),
    );
  }

  // a half-written note outlives the tab
  #key(id) {
    return `${this.drafts}|${id}`;
  }

  #draft(text) {
    if (!this.record) return;
    try {
      if (text.trim()) localStorage.setItem(this.#key(this.record.id), text);
      else localStorage.removeItem(this.#key(this.record.id));
    } catch {
      // the note still goes with the decision
    }
  }

  #drafted(id) {
    try {
      return localStorage.getItem(this.#key(id)) ?? "";
    } catch {
      return "";
    }
  }

  forget(id) {
    this.restored.delete(id);
    try {
      localStorage.removeItem(this.#key(id));
    } catch {
      // nothing was stored then
    }
  }
}
