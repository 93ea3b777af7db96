/** Fills a data directory with memories through the agent's functions, in this process, many per commit. */
import { join } from "node:path";
import * as z from "zod";
import { storedVector, WIDTH } from "../../../convex/llm/vectors";
import { callFunction, type Engine, startHost } from "convex-on-sqlite";
import { processLogger } from "convex-on-sqlite/process";
import { seeded } from "../../../test/support/random";
import { projectRoot } from "../../start/root";
import { madeUp } from "./texts";

export interface Filling {
  readonly memories: number;
  /** The model name for random unit vectors; null for none. */
  readonly model: string | null;
  /** Changes the content of the memory of this number, from 0. */
  readonly content?: (content: string, number: number) => string;
  /** Called regularly with the number of stored memories. */
  readonly progress: (memories: number) => void;
}

export interface Seeding extends Filling {
  readonly dataDir: string;
  /** The agent's environment variables. */
  readonly env: Readonly<Record<string, string>>;
}

/** Concurrent calls, which the host commits together. */
const CONCURRENCY = 128;
const SEED = 20_261_121;

const written = z.object({ documentId: z.string() });

/** Stores the same distinct memories in each run. Returns the mean milliseconds per memory. */
export async function seed({ dataDir, env, ...filling }: Seeding): Promise<number> {
  const host = await startHost({
    functionsDir: join(projectRoot, "convex"),
    dataDir,
    hostname: "127.0.0.1",
    port: 0,
    env,
    log: processLogger("error"),
    synchronous: "NORMAL",
  });
  const startedAt = performance.now();
  try {
    await fill(host.engine, filling);
    return (performance.now() - startedAt) / filling.memories;
  } finally {
    await host.stop(10_000);
  }
}

/** Stores the memories through a running engine. */
export async function fill(engine: Engine, { memories, model, content, progress }: Filling): Promise<void> {
  const random = seeded(SEED + 1);
  const told = madeUp(memories, SEED);
  for (let done = 0; done < memories; done += CONCURRENCY) {
    const group = Array.from({ length: Math.min(CONCURRENCY, memories - done) }, () => told.next());
    const texts = await Promise.all(
      group.map(async ({ value }, i) => {
        const changed =
          content === undefined ? value : { ...value, content: content(value.content, done + i) };
        const memory = { ...changed, confidence: 0.8 };
        return written.parse(await callFunction(engine, "mutation", "memories/functions:store", memory));
      }),
    );
    if (model !== null) {
      const vectors = texts.map(({ documentId }) => ({ documentId, vector: direction(random) }));
      await callFunction(engine, "mutation", "embeddings/functions:saveVectors", { model, vectors });
    }
    if ((done / CONCURRENCY) % 40 === 0) progress(done);
  }
}

/** A random direction as a packed vector. */
function direction(random: () => number): number[] {
  return storedVector(Array.from({ length: WIDTH }, () => random() - 0.5));
}
