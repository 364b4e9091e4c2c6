// An invited reader makes an account.

import { post } from "../api.js";
import { byId, field, h } from "../dom.js";
import { choosingForm } from "../password.js";

const token = decodeURIComponent(location.pathname.split("/").at(-1));
const name = h("input", { name: "name", required: true, autocomplete: "username", autocapitalize: "none", spellcheck: "false", maxlength: 64 });
const display = h("input", { name: "display", autocomplete: "name", maxlength: 100, dir: "auto" });
const form = choosingForm({
  before: [field("Name", name, "To sign in with; small letters, digits, dots and dashes"), field("Name as others see it", display)],
  words: "Password",
  button: "Join",
  send: (password) => post("/accounts", { token, name: name.value.trim().toLowerCase(), display: display.value.trim() || name.value.trim(), password }),
});

byId("page").replaceChildren(form);
byId("page").setAttribute("aria-busy", "false");
name.focus();
