// What a reader's other tabs hold and decide, and one line of events for all of them.

import { address, get, inProject, project } from "./api.js";
import { newUid } from "./uid.js";

const GONE = 150000; // a tab not heard of for so long is closed; browsers wake hidden ones once a minute
const BEAT = 15000;

/** Tabs of the same reader on the same project and stage tell each other what they hold. */
export class Tabs extends EventTarget {
  constructor(name) {
    super();
    this.me = newUid();
    this.others = new Map();
    this.channel = "BroadcastChannel" in window ? new BroadcastChannel(name) : null;
    this.channel?.addEventListener("message", ({ data }) => this.#heard(data));
    addEventListener("pagehide", () => this.#tell({ bye: true }));
    setInterval(() => this.hold(this.held ?? []), BEAT);
  }

  hold(ids) {
    this.held = ids;
    this.#tell({ ids });
  }

  decided(record, label) {
    this.#tell({ record, label });
  }

  elsewhere() {
    const now = Date.now();
    return [...this.others.values()].filter((tab) => now - tab.at < GONE).flatMap((tab) => tab.ids);
  }

  #tell(what) {
    this.channel?.postMessage({ tab: this.me, ...what });
  }

  #heard(data) {
    if (data.bye) this.others.delete(data.tab);
    else if (data.ids) this.others.set(data.tab, { ids: data.ids, at: Date.now() });
    else if (data.record !== undefined) this.dispatchEvent(new CustomEvent("decided", { detail: data }));
  }
}

const PAUSE = 3000;
const KINDS = ["job", "ranking", "counts", "conflict"];

function connect(told) {
  const source = new EventSource(address(inProject("/events")));
  addEventListener("pagehide", () => source.close());
  for (const kind of KINDS) source.addEventListener(kind, ({ data }) => told(kind, JSON.parse(data)));
  source.addEventListener("error", () => source.readyState === EventSource.CLOSED && reconnect(told)); // else the browser tries again by itself
}

/** After a refusal: who may still be here listens again; a session that ended is said at once (by `get`). */
async function reconnect(told) {
  await new Promise((resolve) => setTimeout(resolve, PAUSE));
  try {
    await get(inProject());
    connect(told);
  } catch (error) {
    if (error.passing) reconnect(told);
  }
}

/** The project's events; one tab listens and tells the others, as browsers allow few open lines. */
export function listen(onEvent) {
  const channel = "BroadcastChannel" in window ? new BroadcastChannel(`thresher-events-${project}`) : null;
  channel?.addEventListener("message", ({ data }) => onEvent(data.kind, data.value));
  const told = (kind, value) => {
    onEvent(kind, value);
    channel?.postMessage({ kind, value });
  };
  const open = () => new Promise(() => connect(told));
  if (navigator.locks && channel) navigator.locks.request(`thresher-events-${project}`, open);
  else open();
}
