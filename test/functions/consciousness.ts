/** Helpers for tests of the consciousness layer. */
import { expect } from "vitest";
import { internal } from "../../convex/_generated/api";
import { meanOf } from "../../mind/thoughts/brilliance";
import { post, type App } from "./requests";
import { TICK_TOKEN } from "./setup";

export const HARBOUR = [
  "A storm closed the harbour of Kiel.",
  "Prices for fish in Kiel rose by 12 percent.",
  "Maria repaints her boat.",
];
/** The `SeedOrigin` of seeds. */
export const originOf = (seeds: readonly string[] = HARBOUR, importances = [0.8, 0.7, 0.7]) => ({
  seeds: [...seeds],
  sources: ["news"],
  factors: {
    seedCount: seeds.length,
    avgSeedImportance: meanOf(importances),
    commonEntities: ["Kiel"],
  },
  seedSimilarity: 0.2,
});

interface Changes {
  readonly tone?: "curious" | "concerned";
  readonly confidence?: number;
  readonly origin?: ReturnType<typeof originOf>;
  readonly embedding?: { model: string; vector: number[] };
}

export const thoughtOf = (content: string, changes: Changes = {}) => ({
  draft: { content, tone: changes.tone ?? "curious", confidence: changes.confidence ?? 0.8 },
  writer: "model" as const,
  origin: changes.origin ?? originOf(),
  shown: [],
  embedding: changes.embedding ?? null,
});

export async function save(t: App, content: string, changes: Changes = {}) {
  const saved = await t.mutation(internal.thoughts.functions.save, {
    thought: thoughtOf(content, changes),
    epoch: await t.query(internal.thoughts.functions.epoch, {}),
    answer: { filtered: 0, processTime: 1 },
  });
  if (saved === null) throw new Error("an erasure overtook the thought");
  return saved;
}

export const list = (t: App, filter: Partial<(typeof internal.thoughts.queries.list)["_args"]> = {}) =>
  t.query(internal.thoughts.queries.list, { limit: 100, offset: 0, ...filter });
export const asTick = { Authorization: `Bearer ${TICK_TOKEN}` };
export const reflect = async (t: App, body: unknown = {}) => {
  const response = await post(t, "/consciousness/reflect", body, asTick);
  expect(response.status).toBe(200);
  return await response.json();
};
