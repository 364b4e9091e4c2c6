// The screening page: one key a decision, the next record already here.

import { get, inProject, once, post, project, session } from "../api.js";
import { byId, h, toast } from "../dom.js";
import { bindings, isForPage, keyOf, keysOf } from "../keys.js";
import { Outbox } from "../outbox.js";
import { Queue } from "../queue.js";
import { patternsOf } from "../record.js";
import { Actions } from "../screening/actions.js";
import { Card } from "../screening/card.js";
import { Desk } from "../screening/desk.js";
import { Side } from "../screening/side.js";
import { Strip } from "../screening/strip.js";
import { swipes } from "../screening/swipe.js";
import { begin, projectFacts } from "../shell.js";
import { listen, Tabs } from "../tabs.js";

const stage = new URLSearchParams(location.search).get("stage") === "fulltext" ? "fulltext" : "abstract";
const FIRST = 10; // records asked for at first

const asked = (have, size) => get(inProject(`/queue?stage=${stage}&size=${Math.max(1, size)}&have=${have.join(",")}`));
let early = asked([], FIRST); // everything is asked for at once; the page is ready one answer later
const personal = once(() => get("/session/settings"));
early.catch(() => {});
personal().catch(() => {});

async function start(who) {
  const [facts, saved] = await Promise.all([projectFacts(), personal().catch(() => ({}))]);
  const settings = facts.settings ?? {};
  const reasons = settings.reasons?.[stage] ?? [];
  const keys = keysOf(saved?.keys);
  const { bound, clashes } = bindings(keys, { tags: settings.tags, reasons });
  if (clashes.length) toast(`Two meanings for one key. ${clashes.join("; ")}. The first one counts.`, { kind: "bad" });

  const outbox = new Outbox(who.reader.name, project, facts.identity);
  const tabs = new Tabs(`thresher-tabs-${who.reader.name}-${project}-${stage}`);
  const queue = new Queue({
    ask: (have, size) => {
      const answer = early ?? asked(have, size);
      early = null;
      return answer;
    },
    decided: (id) => outbox.holds(id, stage),
    elsewhere: () => tabs.elsewhere(),
  });
  const card = new Card(byId("card"), { patterns: patternsOf(settings.terms), stage, isEmpty: !facts.records });
  const side = new Side({ settings, stage, reasons, keys, whose: [who.reader.name, project, facts.identity] });
  const strip = new Strip({ outbox, stage, facts });
  const desk = new Desk({ queue, outbox, card, side, strip, tabs, stage, reasons, reader: who.reader.name });
  const actions = new Actions(byId("actions"), { keys, run: (action) => desk.run(action) });
  side.onReason = (reason) => desk.exclude(reason);
  desk.onPaint = () => actions.enable(desk.ready);
  desk.help = () => actions.help(bound);

  document.addEventListener("keydown", (event) => {
    if (!isForPage(event)) return;
    const act = bound.get(keyOf(event));
    if (!act) return;
    event.preventDefault();
    if (event.repeat) return; // a held key is one key press
    if (act.kind === "action") desk.run(act.action);
    else if (act.kind === "reason") desk.exclude(act.reason);
    else side.toggleTag(act.tag);
  });
  document.addEventListener("keydown", (event) => {
    if (event.repeat && event.target.closest?.("#actions, #reasons, #tags")) event.preventDefault(); // Enter held on a button
  });
  swipes(byId("card"), { right: () => desk.run("include"), left: () => desk.run("exclude") });
  listen((kind, value) => {
    if (kind === "ranking") queue.refresh();
    else if (kind === "counts") {
      strip.counted(value);
      if (!queue.current) queue.refill(); // somebody may have let go of records
    }
  });
  addEventListener("pagehide", () => {
    const { records, lease } = queue.released;
    if (records.length && lease) post(inProject("/queue/release"), { stage, records, lease }, { keepalive: true }).catch(() => {}); // else they come free with time
  });
  addEventListener("pageshow", (event) => event.persisted && location.reload()); // back from the browser's memory: others may read these now
  outbox.flush();
  await queue.refill();
  desk.begin();
  window.thresherDesk = desk; // for measurements and tests; holds nothing that the page does not show
}

byId("card").append(h("p", { class: "state" }, "Loading…"));
begin(start, { into: byId("card"), sendFirst: false });
session().catch(() => {});
