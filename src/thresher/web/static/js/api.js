// The one way to the server.

const BASE = "/api/v1";
const PATIENCE = 30000;
const MOST_KEPT_ALIVE = 15000; // letters; 64 KiB is the browsers' limit for all of a page together

export const project = document.body.dataset.project;
export const inProject = (rest = "") => `/projects/${encodeURIComponent(project)}${rest}`;
export let identity = ""; // of the page's project, once known: another one may be at its address later
export const identify = (found) => (identity = found);
const whose = document.body.dataset.reader; // of this page, whoever signs in beside it; encoded by the server
export const address = (path) => BASE + path;

/** What the server (or the lack of one) answered: `status` 0 means that it was not reached. */
export class ApiError extends Error {
  constructor(status, code, message) {
    super(message);
    this.status = status;
    this.code = code;
  }

  /** Whether trying again later may help. */
  get passing() {
    return this.status === 0 || this.status === 408 || this.status === 429 || this.status >= 500;
  }
}

const UNREACHED = "The server cannot be reached. Is it running, and are you online?";

const isOwn = (path) => Boolean(project) && `${path}/`.startsWith(`${inProject()}/`);

/** What tells the server whose page asks, and for which project: it answers for no other. */
const page = (meant) => ({ ...(whose && { "X-Thresher-Reader": whose }), ...(meant && { "X-Thresher-Project": meant }) });

export async function call(method, path, body, { keepalive = false, meant = isOwn(path) ? identity : "" } = {}) {
  const init = { method, headers: { Accept: "application/json", ...page(meant) }, credentials: "same-origin", keepalive };
  if (body !== undefined) {
    init.headers["Content-Type"] = "application/json";
    init.body = JSON.stringify(body);
    init.keepalive &&= init.body.length < MOST_KEPT_ALIVE; // browsers refuse more outright
  }
  init.signal = AbortSignal.timeout(PATIENCE);
  let response;
  try {
    response = await fetch(BASE + path, init);
  } catch {
    throw new ApiError(0, "unreached", UNREACHED);
  }
  return answer(response.status, await response.text().catch(() => ""), meant);
}

function answer(status, text, meant) {
  let data = null;
  try {
    data = text ? JSON.parse(text) : null;
  } catch {
    if (status < 400) throw new ApiError(502, "unreadable", "The answer is not JSON. A proxy may stand in between.");
  }
  if (status < 400) return data;
  if (status === 401) window.dispatchEvent(new CustomEvent("thresher:signed-out"));
  const error = new ApiError(status, data?.error?.code ?? "failed", message(status, data));
  if (error.code === "other-reader" || (error.code === "other-project" && meant === identity)) window.dispatchEvent(new CustomEvent("thresher:overtaken", { detail: error.message }));
  throw error;
}

function message(status, data) {
  if (data?.error?.message) return data.error.message;
  if (typeof data?.detail === "string") return data.detail;
  if (Array.isArray(data?.detail)) return data.detail.map((part) => `${part.loc?.at(-1) ?? "input"}: ${part.msg}`).join("; ");
  return `The server answered ${status}. Try again; if it stays, its log says why.`;
}

export const get = (path) => call("GET", path);
export const post = (path, body = {}, options = {}) => call("POST", path, body, options);
export const put = (path, body = {}) => call("PUT", path, body);
export const remove = (path) => call("DELETE", path);

/** Send files with progress; fetch cannot tell how far an upload is. */
export function upload(path, form, onProgress) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", BASE + path);
    for (const [name, value] of Object.entries({ "X-Thresher": "1", ...page(identity) })) request.setRequestHeader(name, value);
    request.upload.addEventListener("progress", (event) => event.lengthComputable && onProgress(event.loaded, event.total));
    request.addEventListener("load", () => {
      try {
        resolve(answer(request.status, request.responseText, identity));
      } catch (error) {
        reject(error);
      }
    });
    request.addEventListener("error", () => reject(new ApiError(0, "unreached", UNREACHED)));
    request.send(form);
  });
}

/** Wait for a job; `onStep` hears of each change. */
export async function finished(job, onStep = () => {}) {
  let state = job;
  for (let wait = 150; state.state === "waiting" || state.state === "running"; wait = Math.min(wait * 1.5, 1500)) {
    await new Promise((resolve) => setTimeout(resolve, wait));
    try {
      state = await get(inProject(`/jobs/${encodeURIComponent(job.id)}`));
    } catch (error) {
      if (!error.passing) throw error;
      continue; // the job goes on in the server whether we see it or not
    }
    onStep(state);
  }
  if (state.state === "failed") throw new ApiError(500, "job_failed", failure(state));
  return state;
}

const failure = (state) => (typeof state.error === "string" ? state.error : (state.error?.message ?? "The job failed."));

/** Ask once a page; what failed is asked again. */
export function once(ask) {
  let asked = null;
  return () =>
    (asked ??= ask().catch((error) => {
      asked = null;
      throw error;
    }));
}

/** Who is signed in and through which door. */
export const session = once(() => get("/session"));
