/** A mixed load at the documented maxima over REST: the longest texts and the most events, seeds and documents. */
import { setTimeout as delay } from "node:timers/promises";
import * as z from "zod";
import { seeded } from "../../test/support/random";
import { MAX_MEMORY_LENGTH, Texts } from "./texts";

/** The limits of the API, in characters. */
const MAX_EVENT_LENGTH = 16_384;
const MAX_NOTE_LENGTH = 4_096;
const MAX_DOCUMENT_LENGTH = 131_072;
const MAX_SEED_LENGTH = 4_096;
const MAX_SEEDS = 100;
const MAX_QUERY_LENGTH = 1_024;
const MAX_EVENTS = 64;
/** As many as two ticks answer. */
const MAX_NOTES = 8;
/** Memories stored before the rest. */
const MEMORIES = 96;
const AT_ONCE = 8;
/** Of the first and of the last pages of the export; the lines between are like these. */
const IMPORTED_PAGES = 2;
const SEED = 20_261_125;

export interface LoadOptions {
  readonly url: string;
  readonly token: string;
  readonly progress: (what: string) => void;
}

const POLL_MS = 200;

const stored = z.object({ memoryId: z.string() });
const listed = z.object({ changes: z.array(z.object({ _id: z.string() })) });
const erasure = z.object({ planId: z.string(), status: z.string() });
const end = z.object({ kind: z.string(), cursor: z.string().optional() });

/** Sends every kind of request at the greatest sizes. @throws for a server error */
export async function driveMaxima({ url, token, progress }: LoadOptions): Promise<void> {
  const random = seeded(SEED);
  const texts = new Texts(SEED);
  /** The answer, asked for again while the service is busy. */
  const send = async (method: string, path: string, type: string, body?: string): Promise<string> => {
    const headers = { authorization: `Bearer ${token}`, "content-type": type };
    for (;;) {
      const response = await fetch(url + path, { method, headers, ...(body === undefined ? {} : { body }) });
      const answer = await response.text();
      if (response.status < 400) return answer;
      const isBusy = response.status === 503 || answer.includes('"TICK_IN_PROGRESS"');
      if (!isBusy) throw new Error(`${method} ${path}: ${response.status} ${answer}`);
      await delay(POLL_MS);
    }
  };
  const request = async (method: string, path: string, body?: object): Promise<unknown> =>
    JSON.parse(await send(method, path, "application/json", body && JSON.stringify(body)));
  const lines = (method: string, path: string, body?: string): Promise<string> =>
    send(method, path, "application/x-ndjson", body);
  /** An erasure once its plan is made, or once it is carried out. */
  const settled = async (answer: unknown): Promise<unknown> => {
    for (let latest = answer; ;) {
      const { planId, status } = erasure.parse(latest);
      if (status === "planned" || status === "done") return latest;
      await delay(POLL_MS);
      latest = await get(`/erasures/${planId}`);
    }
  };
  const post = (path: string, body: object = {}): Promise<unknown> => request("POST", path, body);
  const get = (path: string): Promise<unknown> => request("GET", path);

  progress("memories");
  const ids: string[] = [];
  for (let done = 0; done < MEMORIES; done += AT_ONCE) {
    const group = Array.from({ length: AT_ONCE }, (_, i) => {
      const type = ["episodic", "semantic", "emotional", "procedural"][Math.floor(random() * 4)];
      return post("/memories/store", { type, content: texts.memory(done + i) });
    });
    ids.push(...(await Promise.all(group)).map((answer) => stored.parse(answer).memoryId));
  }

  progress("knowledge");
  const document = Array.from(
    { length: 40 },
    (_, i) => `# Section ${i + 1}\n\n${texts.ofLength(Math.floor(MAX_DOCUMENT_LENGTH / 40) - 20)}\n`,
  ).join("\n");
  const item = { title: "The handbook", source: "handbook", content: document.slice(0, MAX_DOCUMENT_LENGTH) };
  await post("/knowledge", item);
  await post("/knowledge", { ...item, content: item.content.toUpperCase() });
  await post("/knowledge", { title: "A note", content: texts.sentence() });

  progress("duplicates, search, links");
  const long = texts.ofLength(MAX_MEMORY_LENGTH);
  await post("/memories/store-dedup", { type: "episodic", content: long });
  await post("/memories/store-dedup", { type: "episodic", content: `${long.slice(0, -20)} and so on` });
  await post("/memories/store-dedup", { type: "semantic", content: texts.sentence() });
  const question = encodeURIComponent(texts.ofLength(MAX_QUERY_LENGTH));
  const short = encodeURIComponent("Who repaired the old boat at the harbour?");
  for (const q of [question, short]) {
    await get(`/memories/search?q=${q}&limit=100&threshold=0&explain=true`);
    await get(`/memories/search?q=${q}&limit=100&threshold=0&recency=24h`);
    await get(`/memories?query=${q}&limit=100&threshold=0&offset=100`);
    await get(`/knowledge?query=${q}&limit=100&threshold=0`);
  }
  for (const memoryId of ids.slice(0, 17)) {
    await post("/memories/link", { memoryId });
    await get(`/memories/linked?id=${memoryId}`);
  }

  progress("events and ticks");
  for (let i = 0; i < MAX_EVENTS; i += 1) {
    const impact = ["low", "medium", "high"][i % 3];
    await post("/feed", { type: "news", content: texts.ofLength(MAX_EVENT_LENGTH), impact });
  }
  await post("/tick");
  await post("/wake", { note: texts.ofLength(MAX_NOTE_LENGTH), priority: "high" });
  for (let i = 0; i < MAX_NOTES; i += 1)
    await post("/wake", { note: texts.ofLength(MAX_NOTE_LENGTH), from: `sender ${i}` });
  await post("/wake", {
    note: "What do you know of the old boat? Please remember that the harbour is closed.",
  });
  for (let i = 0; i < 4; i += 1) await post("/tick");

  progress("themes, reflections, thoughts");
  await post("/memories/consolidate");
  await post("/memories/consolidate");
  for (const type of ["emotional", "knowledge", "behavioral", "growth"])
    await post("/memories/reflect", { type, depth: "deep" });
  await post("/memories/reflect", { focus: texts.ofLength(256), depth: "deep" });
  const seedOf = (): object => ({
    content: texts.ofLength(MAX_SEED_LENGTH),
    importance: 0.5 + random() / 2,
    source: texts.sentence(),
  });
  const seeds = Array.from({ length: MAX_SEEDS }, seedOf);
  await post("/consciousness/process", { seeds });
  await post("/consciousness/process", { seeds: seeds.slice(0, 3) });
  await post("/consciousness/reflect", { lookback: "7d" });

  progress("scopes, corrections, undo");
  const metadata = Object.fromEntries(Array.from({ length: 32 }, (_, i) => [`key ${i}`, `value ${i}`]));
  for (let i = 0; i < 4; i += 1) {
    const content = texts.ofLength(i === 0 ? MAX_MEMORY_LENGTH : 200);
    await post("/memories/store-dedup", { type: "semantic", content, scope: `person ${i % 2}`, metadata });
  }
  const pair = `metadata.${encodeURIComponent("key 3")}=${encodeURIComponent("value 3")}`;
  for (const filter of ["scope=*", `scope=*&${pair}&sentiment=neutral`, `scope=person+1&${pair}`]) {
    await get(`/memories?limit=100&${filter}`);
    await get(`/memories/search?q=${short}&limit=100&threshold=0&${filter}`);
  }
  const [edited = ""] = ids;
  await request("PATCH", `/memories/${edited}`, { content: texts.ofLength(MAX_MEMORY_LENGTH), pinned: true });
  await post(`/memories/${edited}/restore`, { version: 1 });
  await get(`/memories/${edited}/history?limit=100`);
  for (const kind of ["merge", "links", "facts", "consolidation"]) {
    const { changes } = listed.parse(await get(`/changes?limit=100&kind=${kind}`));
    // What came later may stand in the way of one, which is tried too.
    for (const { _id } of changes.slice(0, 2)) await post(`/changes/${_id}/undo`).catch(() => null);
  }
  await post("/memories/consolidate");

  progress("export, import, erasure");
  const pages: string[] = [];
  for (let cursor: string | undefined = ""; cursor !== undefined;) {
    const page = await lines("GET", `/export?vectors=true${cursor === "" ? "" : `&cursor=${cursor}`}`);
    pages.push(page);
    const last = end.parse(JSON.parse(page.trimEnd().split("\n").at(-1) ?? "{}"));
    cursor = last.cursor === undefined ? undefined : encodeURIComponent(last.cursor);
  }
  // Not while the export is open: it would go on for as long as rows change.
  for (const page of new Set([...pages.slice(0, IMPORTED_PAGES), ...pages.slice(-IMPORTED_PAGES)]))
    await lines("POST", "/import", page.replace(/"source":"[^"]*"/g, '"source":"elsewhere"'));
  const told = Array.from({ length: 50 }, (_, i) => ({
    ...{ kind: "told", source: "told", export: 0, seq: 0, id: `t${i}` },
    ...{ type: "episodic", content: texts.ofLength(MAX_MEMORY_LENGTH) },
  }));
  await lines("POST", "/import", told.map((line) => JSON.stringify(line)).join("\n"));
  for (const body of [
    { ids: ids.slice(1, 33) },
    { text: "harbour is closed", derived: true },
    { scope: "person 1" },
  ]) {
    const { planId } = erasure.parse(await settled(await post("/erase", body)));
    await settled(await post("/erase", { planId }));
  }

  progress("lists");
  for (const path of [
    "/health",
    "/state",
    "/logs?limit=100",
    "/artifacts?limit=100",
    "/memories?limit=100",
    "/memories?limit=100&minImportance=0.2&type=episodic",
    "/memories/core?limit=100",
    "/memories/stats",
    "/knowledge?limit=100",
    "/consciousness/thoughts?limit=100",
    "/consciousness/brilliant?limit=100",
    "/consciousness/stats",
    "/state/explain",
    "/state/history",
    "/ticks?limit=100",
    "/events?limit=100",
    "/notes?limit=100",
    "/reminders?limit=100",
    "/usage",
    "/audit?limit=100",
    "/changes?limit=100",
    "/memories/graph?limit=500",
  ])
    await get(path);
}
