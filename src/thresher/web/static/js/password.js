// The form by which a reader of a team changes their own password.

import { put } from "./api.js";
import { field, h } from "./dom.js";

export const SHORTEST = 10;

const secret = (name, autocomplete, attributes = {}) => h("input", { name, type: "password", required: true, autocomplete, ...attributes });

/** A form by which a password is chosen, typed twice; `send` gets it, and then the reader is in. */
export function choosingForm({ before = [], words, button, send }) {
  const password = secret("password", "new-password", { minlength: SHORTEST });
  const again = secret("again", "new-password");
  const told = h("p", { class: "state bad", role: "alert", hidden: true });
  const say = (text) => {
    told.textContent = text;
    told.hidden = false;
  };
  const form = h(
    "form",
    { class: "box narrow" },
    told,
    ...before,
    field(words, password, `At least ${SHORTEST} characters; a sentence is good`),
    field(`The ${words.toLowerCase()} again`, again),
    h("button", { class: "main" }, button),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (password.value !== again.value) return say("The two passwords differ. Type them again.");
    try {
      await send(password.value);
      location.assign("/");
    } catch (error) {
      say(error.message);
    }
  });
  return form;
}

export function passwordForm(reader) {
  const name = h("input", { name: "name", autocomplete: "username", hidden: true, value: reader.name }); // for password managers
  const old = secret("old", "current-password");
  const fresh = secret("new", "new-password", { minlength: SHORTEST });
  const again = secret("again", "new-password");
  const wrong = h("p", { class: "state bad", role: "alert", hidden: true });
  const told = h("p", { role: "status" });
  const change = h("button", { class: "main" }, "Change the password");
  const refuse = (text, control) => {
    wrong.textContent = text;
    wrong.hidden = false;
    control.focus();
    control.select();
  };
  const form = h(
    "form",
    { class: "box", id: "password" },
    h("h2", {}, "Your password"),
    wrong,
    name,
    h("div", { class: "grid" }, field("The password you have", old), field("New password", fresh, `At least ${SHORTEST} characters; a sentence is good`), field("The new password again", again)),
    h("p", { class: "row" }, change, told),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (change.getAttribute("aria-disabled") === "true") return; // one at a time; a disabled button would lose the focus
    wrong.hidden = true;
    told.textContent = "";
    if (fresh.value !== again.value) return refuse("The two new passwords differ. Type them again.", fresh);
    change.setAttribute("aria-disabled", "true");
    try {
      await put("/session/password", { old: old.value, new: fresh.value });
      form.reset();
      told.textContent = "Changed. You were signed out everywhere else.";
    } catch (error) {
      refuse(error.message, old);
    } finally {
      change.setAttribute("aria-disabled", "false");
    }
  });
  return form;
}
