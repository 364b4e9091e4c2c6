// An invited reader makes an account.

import { post } from "../api.js";
import { byId, field, h } from "../dom.js";
import { SHORTEST } from "../password.js";

const token = decodeURIComponent(location.pathname.split("/").at(-1));
const name = h("input", { name: "name", required: true, autocomplete: "username", autocapitalize: "none", spellcheck: "false", maxlength: 64 });
const display = h("input", { name: "display", autocomplete: "name", maxlength: 100, dir: "auto" });
const password = h("input", { name: "password", type: "password", required: true, minlength: SHORTEST, autocomplete: "new-password" });
const again = h("input", { name: "again", type: "password", required: true, autocomplete: "new-password" });
const told = h("p", { class: "state bad", role: "alert", hidden: true });
const form = h(
  "form",
  { class: "box narrow" },
  told,
  field("Name", name, "To sign in with; small letters, digits, dots and dashes"),
  field("Name as others see it", display),
  field("Password", password, `At least ${SHORTEST} characters; a sentence is good`),
  field("The password again", again),
  h("button", { class: "main" }, "Join"),
);

function say(text) {
  told.textContent = text;
  told.hidden = false;
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (password.value !== again.value) return say("The two passwords differ. Type them again.");
  try {
    await post("/accounts", { token, name: name.value.trim().toLowerCase(), display: display.value.trim() || name.value.trim(), password: password.value });
    location.assign("/");
  } catch (error) {
    say(error.message);
  }
});

byId("page").replaceChildren(form);
byId("page").setAttribute("aria-busy", "false");
name.focus();
