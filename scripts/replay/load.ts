/** A mixed load at the documented maxima over REST: the longest texts and the most events, seeds and documents. */
import * as z from "zod";
import { seeded } from "../../test/support/random";
import { madeUp } from "../bench/memory/texts";

/** The limits of the API, in characters. */
const MAX_MEMORY_LENGTH = 16_384;
const MAX_EVENT_LENGTH = 16_384;
const MAX_NOTE_LENGTH = 4_096;
const MAX_DOCUMENT_LENGTH = 131_072;
const MAX_SEED_LENGTH = 4_096;
const MAX_SEEDS = 100;
const MAX_QUERY_LENGTH = 1_024;
const MAX_EVENTS = 64;
/** As many as two ticks answer. */
const MAX_NOTES = 8;
/** One memory in this many has the greatest length. */
const LONG_EVERY = 16;
const AT_ONCE = 8;
const SEED = 20_261_125;

export interface LoadOptions {
  readonly url: string;
  readonly token: string;
  /** Memories stored before the rest. */
  readonly memories: number;
  readonly progress: (what: string) => void;
}

const stored = z.object({ memoryId: z.string() });

/** Sends every kind of request at the greatest sizes. @throws for a server error */
export async function driveMaxima({ url, token, memories, progress }: LoadOptions): Promise<void> {
  const random = seeded(SEED);
  const sentences = madeUp(Infinity, SEED);
  const sentence = (): string => {
    const { value } = sentences.next();
    return value === undefined ? "" : value.content;
  };
  /** Text of the given length with distinct sentences. */
  const textOf = (length: number): string => {
    let text = "";
    while (text.length < length) text += `${sentence()} `;
    return `${text.slice(0, length - 1)}.`;
  };
  const request = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer: unknown = await response.json();
    if (response.status >= 400)
      throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
    return answer;
  };
  const post = (path: string, body: object = {}): Promise<unknown> => request("POST", path, body);
  const get = (path: string): Promise<unknown> => request("GET", path);

  progress(`${memories} memories`);
  const ids: string[] = [];
  for (let done = 0; done < memories; done += AT_ONCE) {
    const group = Array.from({ length: Math.min(AT_ONCE, memories - done) }, (_, i) => {
      const content = (done + i) % LONG_EVERY === 0 ? textOf(MAX_MEMORY_LENGTH) : sentence();
      const type = ["episodic", "semantic", "emotional", "procedural"][Math.floor(random() * 4)];
      return post("/memories/store", { type, content });
    });
    ids.push(...(await Promise.all(group)).map((answer) => stored.parse(answer).memoryId));
  }

  progress("knowledge");
  const document = Array.from(
    { length: 40 },
    (_, i) => `# Section ${i + 1}\n\n${textOf(Math.floor(MAX_DOCUMENT_LENGTH / 40) - 20)}\n`,
  ).join("\n");
  const item = { title: "The handbook", source: "handbook", content: document.slice(0, MAX_DOCUMENT_LENGTH) };
  await post("/knowledge", item);
  await post("/knowledge", { ...item, content: item.content.toUpperCase() });
  await post("/knowledge", { title: "A note", content: sentence() });

  progress("duplicates, search, links");
  const long = textOf(MAX_MEMORY_LENGTH);
  await post("/memories/store-dedup", { type: "episodic", content: long });
  await post("/memories/store-dedup", { type: "episodic", content: `${long.slice(0, -20)} and so on` });
  await post("/memories/store-dedup", { type: "semantic", content: sentence() });
  const question = encodeURIComponent(textOf(MAX_QUERY_LENGTH));
  const short = encodeURIComponent("Who repaired the old boat at the harbour?");
  for (const q of [question, short]) {
    await get(`/memories/search?q=${q}&limit=100&threshold=0&explain=true`);
    await get(`/memories/search?q=${q}&limit=100&threshold=0&recency=24h`);
    await get(`/memories?query=${q}&limit=100&threshold=0&offset=100`);
    await get(`/knowledge?query=${q}&limit=100&threshold=0`);
  }
  for (const memoryId of ids.filter((_, i) => i % (LONG_EVERY * 4) < 2).slice(0, 16)) {
    await post("/memories/link", { memoryId });
    await get(`/memories/linked?id=${memoryId}`);
  }

  progress("events and ticks");
  for (let i = 0; i < MAX_EVENTS; i += 1) {
    const impact = ["low", "medium", "high"][i % 3];
    await post("/feed", { type: "news", content: textOf(MAX_EVENT_LENGTH), impact });
  }
  await post("/tick");
  await post("/wake", { note: textOf(MAX_NOTE_LENGTH), priority: "high" });
  for (let i = 0; i < MAX_NOTES; i += 1)
    await post("/wake", { note: textOf(MAX_NOTE_LENGTH), from: `sender ${i}` });
  await post("/wake", {
    note: "What do you know of the old boat? Please remember that the harbour is closed.",
  });
  for (let i = 0; i < 4; i += 1) await post("/tick");

  progress("themes, reflections, thoughts");
  await post("/memories/consolidate");
  await post("/memories/consolidate");
  for (const type of ["emotional", "knowledge", "behavioral", "growth"])
    await post("/memories/reflect", { type, depth: "deep" });
  await post("/memories/reflect", { focus: textOf(256), depth: "deep" });
  const seedOf = (): object => ({
    content: textOf(MAX_SEED_LENGTH),
    importance: 0.5 + random() / 2,
    source: sentence(),
  });
  const seeds = Array.from({ length: MAX_SEEDS }, seedOf);
  await post("/consciousness/process", { seeds });
  await post("/consciousness/process", { seeds: seeds.slice(0, 3) });
  await post("/consciousness/reflect", { lookback: "7d" });

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
  ])
    await get(path);
}
