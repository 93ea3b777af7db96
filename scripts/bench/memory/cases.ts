/** What is measured over HTTP: one request each, as a caller sends it. Further cases are further entries. */
import { madeUp } from "./texts";

interface Call {
  readonly method: "GET" | "POST";
  /** With its query. */
  readonly path: string;
  readonly body?: object;
}

export interface Case {
  readonly name: string;
  /** How often it is asked. */
  readonly times: number;
  /** The n-th request. */
  readonly call: (n: number) => Call;
}

/** What the store that is measured holds. */
export interface Seeded {
  readonly memories: number;
  /** When the memory in the middle was made, in ms since the epoch. */
  readonly middle: number;
}

/** Another than the seeding's, so that what is stored is new. */
const SEED = 7;
const QUESTIONS = [
  "Who repaired the leaking stove after the storm?",
  "What did Greta decide about the piano?",
  "Where was the telescope sold last winter?",
  "Why was Farid worried about the contract?",
];

/** All cases, those that write last. */
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
