// What every page has: the session, the menu, states in plain words, decisions that still wait.

import { get, identify, inProject, once, project, remove, session } from "./api.js";
import { bdi, button, byId, h, steady } from "./dom.js";
import { fetchLooks } from "./looks.js";
import { flushAll } from "./outbox.js";
import { plural } from "./words.js";

/** Fill the page's container: loading, then `work`'s elements, or what went wrong and a way to try again. */
export async function fill(work, { into = byId("page"), loading = "Loading…" } = {}) {
  into.setAttribute("aria-busy", "true");
  if (!into.childElementCount) into.replaceChildren(h("p", { class: "state" }, loading));
  try {
    const parts = await work();
    if (parts !== undefined) steady(into, () => into.replaceChildren(...[parts].flat(3).filter(Boolean)));
  } catch (error) {
    if (error.status === undefined) console.error(error);
    steady(into, () => into.replaceChildren(failed(error, () => fill(work, { into, loading }))));
  } finally {
    into.setAttribute("aria-busy", "false");
  }
}

export function failed(error, again) {
  const text = error.status === undefined ? "This page stumbled over an answer it did not expect." : error.message;
  return h(
    "div",
    { class: "state bad", role: "alert" },
    h("p", {}, text),
    again ? button("Try again", again) : null,
  );
}

/** A sentence where there is nothing to show yet, and the way to something. */
export function empty(text, link = null) {
  return h("div", { class: "state" }, h("p", {}, text), link ? h("p", {}, h("a", { href: link.href, class: "button" }, link.text)) : null);
}

function banner(text, { kind = "", action = null } = {}) {
  if (byId("main").inert) return; // overtaken: that is the last word of this page
  const place = byId("banner");
  place.className = `banner ${kind}`;
  place.replaceChildren(h("span", {}, text), action ? h("a", { href: action.href }, action.text) : "");
  place.hidden = !text;
}

/** The project with its settings. */
export const projectFacts = once(async () => {
  const facts = await get(inProject());
  identify(facts.identity);
  return facts;
});

export const mayManage = (it) => it.me?.role === "owner";

function signedOut(door) {
  if (door === "lab") {
    banner("This tab no longer has its key. Open the address that `thresher lab` printed.", { kind: "bad" });
    return;
  }
  const next = encodeURIComponent(location.pathname + location.search);
  banner("You are signed out. Nothing is lost: decisions wait on this device.", {
    kind: "bad",
    action: { href: `/signin?next=${next}`, text: "Sign in" },
  });
}

/** Somebody else is here now: what was made is kept for its reader, and nothing more is made on this page. */
function overtaken(text) {
  if (byId("main").inert) return;
  banner(text, { kind: "bad", action: { href: location.href, text: "Reload" } });
  byId("main").inert = true;
  addEventListener("keydown", (event) => event.stopImmediatePropagation(), { capture: true });
}

function showReader(it) {
  const parts = [bdi(it.reader.display || it.reader.name)];
  if (it.door === "serve") {
    const leave = async () => {
      await remove("/session").catch(() => {});
      location.assign("/signin");
    };
    parts.push(button("Sign out", leave, { class: "quiet" }));
  }
  byId("who").replaceChildren(...parts);
  document.body.dataset.door = it.door;
}

async function sendWaiting(reader) {
  const before = await flushAll(reader).catch(() => null);
  if (before?.sent) banner(`${plural(before.sent, "decision")} of an earlier visit ${before.sent === 1 ? "was" : "were"} sent now.`, { kind: "good" });
  if (before?.left) banner(`${plural(before.left, "decision")} waiting to be sent. Keep this browser's data; they go out when the server answers for their project.`, { kind: "bad" });
}

function menu() {
  const opener = byId("menu");
  opener?.addEventListener("click", () => {
    const open = opener.getAttribute("aria-expanded") !== "true";
    opener.setAttribute("aria-expanded", String(open));
    byId("nav").classList.toggle("open", open);
  });
}

/** Begin a page that needs a session. */
export async function begin(work, { into = byId("page"), sendFirst = true } = {}) {
  let door = "";
  window.addEventListener("thresher:signed-out", () => signedOut(door));
  window.addEventListener("thresher:overtaken", ({ detail }) => overtaken(detail));
  menu();
  if (project) projectFacts().catch(() => {}); // asked at once; told of where it is needed
  await fill(
    async () => {
      const it = await session();
      door = it.door;
      showReader(it);
      fetchLooks();
      if (sendFirst) await sendWaiting(it.reader.name);
      if (project) {
        const known = await projectFacts();
        byId("project-name").textContent = known.name;
        document.title = `${document.title.split(" · ")[0]} · ${known.name} · Thresher`;
      }
      return work(it);
    },
    { into },
  );
}
