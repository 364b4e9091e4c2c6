// The form to sign in.

import { post } from "../api.js";
import { byId, field, h } from "../dom.js";

/** Where to go afterwards: only to a page of this server. */
export function nextPage(search) {
  const next = new URLSearchParams(search).get("next") ?? "/";
  return /^\/(?![/\\])/.test(next) ? next : "/";
}

const name = h("input", { name: "name", required: true, autocomplete: "username", autocapitalize: "none", spellcheck: "false" });
const password = h("input", { name: "password", type: "password", required: true, autocomplete: "current-password" });
const told = h("p", { class: "state bad", role: "alert", hidden: true });
const form = h("form", { class: "box narrow" }, told, field("Name", name), field("Password", password), h("button", { class: "main" }, "Sign in"));

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  form.setAttribute("aria-busy", "true");
  try {
    await post("/session", { name: name.value.trim(), password: password.value });
    location.assign(nextPage(location.search));
  } catch (error) {
    told.textContent = error.message;
    told.hidden = false;
    password.select();
  } finally {
    form.setAttribute("aria-busy", "false");
  }
});

byId("page").replaceChildren(form);
byId("page").setAttribute("aria-busy", "false");
name.focus();
