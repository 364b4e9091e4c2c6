// A reader who forgot their password chooses another, by a link that works once.

import { post } from "../api.js";
import { byId } from "../dom.js";
import { choosingForm } from "../password.js";

const token = decodeURIComponent(location.pathname.split("/").at(-1));
const form = choosingForm({
  words: "New password",
  button: "Keep it and sign in",
  send: (password) => post("/session/password", { token, password }),
});

byId("page").replaceChildren(form);
byId("page").setAttribute("aria-busy", "false");
form.querySelector("input").focus();
