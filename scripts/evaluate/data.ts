/** Reads the open benchmark's data: JSON lines, checked row by row. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";

const turn = z.object({ conv: z.string(), id: z.string(), content: z.string(), observed: z.boolean() });
const question = z.object({
  conv: z.string(),
  id: z.string(),
  category: z.string(),
  question: z.string(),
  evidence: z.array(z.string()),
});
const pair = z.object({
  id: z.string(),
  a: z.string(),
  b: z.string(),
  y: z.number(),
  score: z.number().optional(),
});
const rated = z.object({ id: z.string(), text: z.string(), y: z.number() });
const labelled = z.object({ id: z.string(), text: z.string(), label: z.string(), group: z.string() });

type Turn = z.infer<typeof turn>;
type Question = z.infer<typeof question>;
export type Pair = z.infer<typeof pair>;
export type Rated = z.infer<typeof rated>;
export type Labelled = z.infer<typeof labelled>;

/** One conversation with the questions about it. */
export interface Conversation {
  turns: Turn[];
  questions: Question[];
}

/** The data in a directory. Each method throws if its file is missing or a row has another shape. */
export class BenchData {
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
  }

  conversations(): Conversation[] {
    const questions = this.#rows("locomo-questions", question);
    return [...grouped(this.#rows("locomo-turns", turn), (row) => row.conv)].map(([conv, turns]) => ({
      turns,
      questions: questions.filter((row) => row.conv === conv),
    }));
  }

  pairs(name: "mrpc-val" | "mrpc-train" | "sts-dev"): Pair[] {
    return this.#rows(name, pair);
  }

  rated(name: "sst2-dev" | "sst2-train" | "vader-amazon" | "hippocorpus"): Rated[] {
    return this.#rows(name, rated);
  }

  /** The labelled texts in their groups, each of which is one store. */
  labelledGroups(): Labelled[][] {
    return [...grouped(this.#rows("banking77", labelled), (row) => row.group).values()];
  }

  #rows<Row>(name: string, shape: z.ZodType<Row>): Row[] {
    return readFileSync(join(this.#directory, `${name}.jsonl`), "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => shape.parse(JSON.parse(line)));
  }
}

/** The rows by key, in the order of their first row. */
function grouped<Row>(rows: readonly Row[], key: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(key(row));
    if (group === undefined) groups.set(key(row), [row]);
    else group.push(row);
  }
  return groups;
}

/** At most `most` rows, evenly spread, as the benchmark thins them. */
export function thinned<Row>(rows: readonly Row[], most: number): Row[] {
  if (rows.length <= most) return [...rows];
  return Array.from({ length: most }, (_, i) => rows.slice(Math.floor((i * rows.length) / most))[0]).filter(
    (row) => row !== undefined,
  );
}
