// The buttons below the record, each with its key, and the list of all keys.

import { button, byId, h } from "../dom.js";
import { ACTIONS, kbd } from "../keys.js";

const MAIN = ["exclude", "maybe", "include"];
const MORE = ["undo", "skip", "note", "picos", "help"];

export class Actions {
  constructor(place, { keys, run }) {
    this.keys = keys;
    const make = (action) =>
      h(
        "button",
        { type: "button", class: `act ${action}`, data: { action }, "aria-keyshortcuts": keys[action], on: { click: (event) => (event.detail && event.currentTarget.blur(), run(action)) } },
        h("span", {}, ACTIONS[action]),
        kbd(keys[action]),
      );
    this.buttons = [...MAIN, ...MORE].map(make);
    place.replaceChildren(h("div", { class: "main-acts" }, this.buttons.slice(0, MAIN.length)), h("div", { class: "more-acts" }, this.buttons.slice(MAIN.length)));
    this.deciding = this.buttons.filter((one) => ["exclude", "maybe", "include", "skip"].includes(one.dataset.action));
  }

  enable(ready) {
    for (const one of this.deciding) if (one.getAttribute("aria-disabled") !== String(!ready)) one.setAttribute("aria-disabled", String(!ready));
  }

  help(bound) {
    const dialog = byId("dialog");
    dialog.replaceChildren(
      h("h2", { id: "dialog-title" }, "Keys"),
      h("dl", { class: "keys" }, [...bound].flatMap(([key, act]) => [h("dt", {}, kbd(key)), h("dd", { dir: "auto" }, act.name)])),
      h("p", {}, "A held key counts once. Choose other keys under ", h("a", { href: "settings" }, "Settings"), "."),
      button("Close", () => dialog.close(), { autofocus: true }),
    );
    dialog.setAttribute("aria-labelledby", "dialog-title");
    dialog.showModal();
  }
}
