// A reader who forgot their password chooses another, by a link that works once.

import { post } from "../api.js";
import { byId, field, h } from "../dom.js";
import { SHORTEST } from "../password.js";

const token = decodeURIComponent(location.pathname.split("/").at(-1));
const password = h("input", { name: "password", type: "password", required: true, minlength: SHORTEST, autocomplete: "new-password" });
const again = h("input", { name: "again", type: "password", required: true, autocomplete: "new-password" });
const told = h("p", { class: "state bad", role: "alert", hidden: true });
const form = h(
  "form",
  { class: "box narrow" },
  told,
  field("New password", password, `At least ${SHORTEST} characters; a sentence is good`),
  field("The new password again", again),
  h("button", { class: "main" }, "Keep it and sign in"),
);

function say(text) {
  told.textContent = text;
  told.hidden = false;
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (password.value !== again.value) return say("The two passwords differ. Type them again.");
  try {
    await post("/session/password", { token, password: password.value });
    location.assign("/");
  } catch (error) {
    say(error.message);
  }
});

byId("page").replaceChildren(form);
byId("page").setAttribute("aria-busy", "false");
password.focus();
