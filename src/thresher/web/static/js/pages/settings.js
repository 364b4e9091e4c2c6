// The project's way of screening, and the reader's own keys and looks.

import { get, inProject, put } from "../api.js";
import { button, field, h, select, toast } from "../dom.js";
import { ACTIONS, bindings, DEFAULTS, keyOf, keysOf, mayBeKey, shown } from "../keys.js";
import { keep, look, pixels, sizeName } from "../looks.js";
import { passwordForm } from "../password.js";
import { SWIPING } from "../screening/swipe.js";
import { begin, mayManage, projectFacts } from "../shell.js";

const number = (value, least, most, step) => h("input", { type: "number", min: least, max: most, step, value: value ?? "" });

function keyChooser(keys, settings) {
  const told = h("p", { role: "status" });
  const list = h("div", { class: "key-list" });
  const check = () => {
    const reasons = [...(settings.reasons?.abstract ?? []), ...(settings.reasons?.fulltext ?? [])].slice(0, 9);
    const { clashes } = bindings(keys, { tags: settings.tags, reasons });
    told.textContent = clashes.length ? `One key has two meanings: ${clashes.join("; ")}. Choose another.` : "";
    return !clashes.length;
  };
  const chooser = (action) => {
    const choose = h("button", { type: "button", class: "key", data: { action }, on: { click: () => ask() } });
    const name = () => {
      choose.textContent = shown(keys[action]);
      choose.setAttribute("aria-label", `${ACTIONS[action]}: key ${shown(keys[action])}. Press to change`);
    };
    const ask = () => {
      const asking = new AbortController();
      const end = () => (asking.abort(), name(), check());
      choose.textContent = "press a key";
      told.textContent = `Press the new key of “${ACTIONS[action]}”. Esc leaves it as it is.`;
      choose.addEventListener("blur", end, { signal: asking.signal });
      choose.addEventListener("keydown", (event) => {
        if (event.key === "Tab" || ["Shift", "Control", "Alt", "Meta"].includes(event.key)) return; // moves on, or begins a key such as “?”
        event.preventDefault();
        if (event.key !== "Escape" && mayBeKey(keyOf(event))) keys[action] = keyOf(event);
        end();
      }, { signal: asking.signal });
    };
    name();
    list.append(h("div", { class: "row" }, h("span", { class: "key-name" }, ACTIONS[action]), choose));
    return name;
  };
  const names = Object.keys(DEFAULTS).map(chooser);
  const reset = button("Back to the standard keys", () => {
    Object.assign(keys, DEFAULTS);
    for (const name of names) name();
    check();
  }, { class: "quiet" });
  return { box: h("div", {}, list, reset, told), check };
}

function own(saved, settings) {
  const keys = keysOf(saved?.keys);
  const chooser = keyChooser(keys, settings);
  const dark = select({ auto: "as the system", light: "light", dark: "dark" }, saved?.dark ?? "auto");
  const size = select({ small: "small", normal: "normal", large: "large" }, sizeName(saved?.size));
  const swipe = h("input", { type: "checkbox", checked: localStorage.getItem(SWIPING) === "yes" });
  const told = h("p", { role: "status" });
  const show = () => {
    look(dark.value, size.value);
    keep(SWIPING, swipe.checked ? "yes" : "no");
  };
  for (const control of [dark, size, swipe]) control.addEventListener("change", show);
  const save = async () => {
    if (!chooser.check()) return;
    show();
    try {
      await put("/session/settings", { keys, dark: dark.value, size: pixels(size.value) });
      told.textContent = "Saved.";
    } catch (error) {
      toast(`Not saved: ${error.message}`, { kind: "bad" });
    }
  };
  return h("section", { class: "box", id: "mine" }, h("h2", {}, "For you"), h("div", { class: "grid" }, field("Light or dark", dark), field("Size of the text", size), field("Swipe to decide on a touch screen (right includes, left excludes)", swipe)), h("h3", {}, "Keys"), chooser.box, h("p", { class: "row" }, button("Save your settings", save, { class: "main" }), told));
}

function ofProject(it, manage) {
  const controls = {
    mode: select({ single: "one", dual: "two, independently", share: "two on a random share" }, it.mode ?? "single"),
    share: number(it.share, 0, 1, 0.01),
    model: h("input", { value: it.model ?? "", maxlength: 60, placeholder: "default" }),
    target: number(it.target, 0.5, 1, 0.01),
    alpha: number(it.alpha, 0.001, 0.5, 0.001),
    blind: h("input", { type: "checkbox", checked: it.blind !== false }),
    minutes_per_record: number(it.minutes_per_record, 0, 600, 0.1),
    hours: number(it.hours, 0, 100000, 0.5),
  };
  const told = h("p", { role: "status" });
  const form = h(
    "form",
    { class: "box" },
    h("h2", {}, "For the project"),
    h(
      "div",
      { class: "grid" },
      field("Readers per record", controls.mode, "Where two differ, an adjudicator or owner settles it"),
      field("Share read by two", controls.share, "0.1 means one record in ten; for “two on a random share”, where it also measures agreement"),
      field("Ranking model", controls.model),
      field("Recall to certify", controls.target, "0.95 means 95 %; fixed once the first audit was drawn"),
      field("Risk of a wrong claim (α)", controls.alpha, "0.05 means 95 % confidence; fixed once the first audit was drawn"),
      field("Readers are blind to each other until both decided", controls.blind),
      field("Minutes per record, for the plan", controls.minutes_per_record, "Empty: taken from the times of your decisions"),
      field("Hours you have", controls.hours),
    ),
    h("p", { class: "row" }, h("button", { class: "main" }, "Save the project's settings"), told),
  );
  const value = (control) => (control.type === "checkbox" ? control.checked : control.type === "number" ? (control.value === "" ? null : Number(control.value)) : control.value);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const changes = Object.fromEntries(Object.entries(controls).map(([name, control]) => [name, value(control)]).filter(([name, now]) => now !== (it[name] ?? null) && !(now === "" && it[name] === undefined)));
    try {
      if (Object.keys(changes).length) Object.assign(it, changes, await put(inProject("/settings"), changes).then(() => ({})));
      told.textContent = "Saved.";
    } catch (error) {
      told.textContent = "";
      toast(`Not saved: ${error.message}`, { kind: "bad" });
    }
  });
  if (!manage) {
    for (const control of form.querySelectorAll("input, select, button")) control.disabled = true;
    form.querySelector("h2").after(h("p", { class: "hint" }, "Only an owner may change these."));
  }
  return form;
}

begin(async (it) => {
  const [facts, saved] = await Promise.all([projectFacts(), get("/session/settings").catch(() => ({}))]);
  const settings = facts.settings ?? {};
  return h("div", { class: "stack" }, own(saved, settings), it.door === "serve" ? passwordForm(it.reader) : null, ofProject(settings, mayManage(facts)));
});
