/** The measured requests. */
import { madeUp } from "./texts";

interface Call {
  readonly method: "GET" | "POST";
  /** Including the query. */
  readonly path: string;
  readonly body?: object;
}

export interface Case {
  readonly name: string;
  /** How often it is sent. */
  readonly times: number;
  /** The n-th request. */
  readonly call: (n: number) => Call;
}

/** The contents of the measured store. */
export interface Seeded {
  readonly memories: number;
  /** The creation time of the median memory, in ms since the epoch. */
  readonly middle: number;
}

/** Different from the seed of the seeding, so that stored texts are new. */
const SEED = 7;
const QUESTIONS = [
  "Who repaired the leaking stove after the storm?",
  "What did Greta decide about the piano?",
  "Where was the telescope sold last winter?",
  "Why was Farid worried about the contract?",
];

/** All cases, with writes last. */
export function casesOf({ memories, middle }: Seeded): Case[] {
  const told = [...madeUp(2_000, SEED)];
  const get = (name: string, path: string, times = 100): Case => ({
    name,
    times,
    call: () => ({ method: "GET", path }),
  });
  const search = (name: string, questions: readonly string[]): Case => ({
    name,
    times: 40,
    call: (n) => {
      const q = encodeURIComponent(questions[n % questions.length] ?? "");
      return { method: "GET", path: `/memories/search?q=${q}&threshold=0.1` };
    },
  });
  const offset = Math.floor(memories / 2);
  return [
    get("GET /memories/stats", "/memories/stats"),
    get("GET /memories", "/memories"),
    get(`GET /memories, offset ${offset}`, `/memories?offset=${offset}`),
    get(
      `GET /memories, a type, offset ${Math.floor(offset / 4)}`,
      `/memories?type=semantic&offset=${Math.floor(offset / 4)}`,
    ),
    get("GET /memories, minImportance 0.5", "/memories?minImportance=0.5"),
    get("GET /memories, since the middle", `/memories?since=${middle}&offset=${Math.floor(offset / 2)}`),
    search("GET /memories/search, two common words", ["harbour boat", "old garden"]),
    search("GET /memories/search, a question", QUESTIONS),
    {
      name: "POST /memories/store",
      times: 200,
      call: (n) => ({ method: "POST", path: "/memories/store", body: told[n % told.length] ?? {} }),
    },
  ];
}
