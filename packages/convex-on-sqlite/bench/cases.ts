/** The measured calls, the same for every engine. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { seeded } from "../../../test/support/random";
import { DIMENSIONS, GROUPS } from "./app/convex/sizes";
import type { Subject } from "./subject";
import { word } from "./text";

export interface Case {
  readonly name: string;
  readonly group: "calls" | "search";
  /** The unit of the figure: calls per second or milliseconds per call. */
  readonly unit: "calls/s" | "ms";
  /** It needs a component, which convex-test can register only under Vite. */
  readonly onlyHost?: true;
  /** Its first call loads data for later ones, and is measured separately. */
  readonly loads?: true;
  /** Its work yields to other calls: the longest stall is measured as well. */
  readonly yields?: true;
  /** Runs one or several concurrent calls and returns how many. `at` counts calls. */
  readonly run: (subject: Subject, at: number) => Promise<number>;
  /** Removes the data written by a round. */
  readonly cleanUp?: (subject: Subject) => Promise<void>;
}

const CONCURRENCY = 64;

const random = seeded(1);
const vector = Array.from({ length: DIMENSIONS }, () => random() - 0.5);
const idsOf = new WeakMap<Subject, Promise<unknown>>();

async function idAt(subject: Subject, at: number): Promise<string> {
  let ids = idsOf.get(subject);
  if (ids === undefined) {
    ids = subject.query("documents:someIds", { count: 500 });
    idsOf.set(subject, ids);
  }
  const known = await ids;
  // The step is coprime to the number of ids, so that neighbours are not read consecutively.
  const id: unknown = Array.isArray(known) ? known[(at * 7) % known.length] : null;
  if (typeof id !== "string") throw new Error("There is no document to read.");
  return id;
}

async function removeNew(subject: Subject): Promise<void> {
  while ((await subject.mutation("documents:removeNew", {})) !== 0);
}

function textSearch(name: string, ranks: readonly number[], topic: number | null = null): Case {
  const text = ranks.map(word).join(" ");
  return textCase(name, text, topic);
}

function textCase(name: string, text: string, topic: number | null): Case {
  return {
    name: `text search, ${name}`,
    group: "search",
    unit: "ms",
    run: (subject) => countOne(subject.query("search:byText", { text, topic })),
  };
}

async function countOne(call: Promise<unknown>): Promise<number> {
  await call;
  return 1;
}

/** In execution order: reads before writes. */
export const CASES: readonly Case[] = [
  {
    name: "point read",
    group: "calls",
    unit: "calls/s",
    run: async (subject, at) => countOne(subject.query("documents:get", { id: await idAt(subject, at) })),
  },
  {
    name: "index eq + take(20)",
    group: "calls",
    unit: "calls/s",
    run: (subject, at) => countOne(subject.query("documents:latest", { group: `group ${at % GROUPS}` })),
  },
  // A word of rank r occurs in about one of r / 6 notes.
  textSearch("two words of 1 in 1,000 notes", [5_000, 6_000]),
  textSearch("two words of 1 in 4 notes", [20, 25]),
  textSearch("the same, one topic of ten", [20, 25], 3),
  textSearch("the two most frequent words", [0, 1]),
  textSearch(
    "16 words, half of them frequent",
    [0, 1, 2, 3, 4, 5, 6, 7].flatMap((rank) => [rank, 500 + 99 * rank]),
  ),
  textCase("a prefix of one letter", word(64).slice(0, 1), null),
  textCase("a prefix of three letters", word(64).slice(0, 3), null),
  {
    name: `vector search, ${DIMENSIONS.toLocaleString("en")} wide, top 16`,
    loads: true,
    yields: true,
    group: "search",
    unit: "ms",
    run: (subject) => countOne(subject.action("search:byVector", { vector, topic: null })),
  },
  {
    name: "vector search, one topic of ten",
    group: "search",
    unit: "ms",
    run: (subject) => countOne(subject.action("search:byVector", { vector, topic: 3 })),
  },
  {
    name: "insert, one at a time",
    group: "calls",
    unit: "calls/s",
    run: (subject, at) => countOne(subject.mutation("documents:insert", { at })),
    cleanUp: removeNew,
  },
  {
    name: `insert, ${CONCURRENCY} at once`,
    group: "calls",
    unit: "calls/s",
    run: async (subject, at) => {
      await Promise.all(
        Array.from({ length: CONCURRENCY }, (_, n) => subject.mutation("documents:insert", { at: at + n })),
      );
      return CONCURRENCY;
    },
    cleanUp: removeNew,
  },
  {
    name: "insert with rate limit, one at a time",
    group: "calls",
    unit: "calls/s",
    onlyHost: true,
    run: (subject, at) => countOne(subject.mutation("limited:insert", { at })),
    cleanUp: removeNew,
  },
];

/** The case with a name. Throws if there is none. */
export function caseNamed(name: string): Case {
  const found = CASES.find((candidate) => candidate.name === name);
  if (found === undefined) throw new Error(`There is no case "${name}".`);
  return found;
}

/** One round: calls per second, over `durationMs` or one call, whichever is longer. */
export async function callsPerSecond(measured: Case, subject: Subject, durationMs: number): Promise<number> {
  let calls = 0;
  let elapsed: number;
  const startedAt = performance.now();
  do {
    calls += await measured.run(subject, calls);
    elapsed = performance.now() - startedAt;
  } while (elapsed < durationMs);
  await measured.cleanUp?.(subject);
  return (calls / elapsed) * 1000;
}

/**
 * One round: the longest stall of the event loop, in milliseconds. Each call starts in its own turn, like calls from a
 * network.
 */
export async function longestStall(measured: Case, subject: Subject, durationMs: number): Promise<number> {
  const startedAt = performance.now();
  let [longest, last, isOver] = [0, startedAt, false];
  const turn = (): void => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  do {
    await measured.run(subject, 0);
    await nextTurn();
  } while (performance.now() - startedAt < durationMs);
  isOver = true;
  return longest;
}
