// The reader's projects.

import { get, post, session } from "../api.js";
import { button, field, h, toast } from "../dom.js";
import { passwordForm } from "../password.js";
import { begin, empty, fill } from "../shell.js";
import { count, percent, when } from "../words.js";

function closedCard(it) {
  return h("li", { class: "box project" }, h("h2", { dir: "auto" }, it.name), h("p", { class: "bad", dir: "auto" }, it.problem), h("p", { class: "facts" }, it.role));
}

function projectCard(it) {
  if (it.problem) return closedCard(it);
  const base = `/projects/${encodeURIComponent(it.id)}`;
  const total = it.publications ?? it.records ?? 0;
  const share = total ? (it.decided ?? 0) / total : 0;
  return h(
    "li",
    { class: "box project" },
    h("h2", { dir: "auto" }, h("a", { href: `${base}/${total ? "screen" : "import"}` }, it.name)),
    h("p", {}, total ? `${count(it.decided)} of ${count(total)} read (${percent(share)}) · ${count(it.included)} included` : "No records yet"),
    total ? h("progress", { max: total, value: it.decided ?? 0, "aria-label": `Read in ${it.name}` }) : null,
    h("p", { class: "facts" }, [it.role, it.updated_at && `last change ${when(it.updated_at)}`].filter(Boolean).join(" · ")),
    h("p", { class: "row" }, total ? h("a", { class: "button main", href: `${base}/screen` }, "Screen") : h("a", { class: "button main", href: `${base}/import` }, "Import records"), h("a", { class: "button", href: `${base}/progress` }, "Progress")),
  );
}

function creation() {
  const name = h("input", { name: "name", required: true, maxlength: 200, autocomplete: "off", dir: "auto" });
  const form = h("form", { class: "box inline" }, field("A new project", name, "The review's name, as your team knows it"), h("button", { class: "main" }, "Make it"));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      const made = await post("/projects", { name: name.value.trim() });
      location.assign(`/projects/${encodeURIComponent(made.id)}/import`);
    } catch (error) {
      toast(error.message, { kind: "bad" });
    }
  });
  return form;
}

async function list() {
  const [{ projects }, it] = await Promise.all([get("/projects"), session()]);
  return [
    projects.length ? h("ul", { class: "cards" }, projects.map(projectCard)) : empty("No projects yet. Make one, then drop your search results into it."),
    creation(),
    button("Look again", () => fill(list), { class: "quiet" }),
    it.door === "serve" ? h("details", {}, h("summary", {}, "Change your password"), passwordForm(it.reader)) : null, // who has no project has no settings page
  ];
}

begin(list);
