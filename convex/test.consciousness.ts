/** What the tests of the consciousness layer share: thoughts to keep, and how they are kept, listed and reflected on. */
import { expect } from "vitest";
import { internal } from "./_generated/api";
import { post, type App } from "./test.requests";
import { TICK_TOKEN } from "./test.setup";

type Made = Parameters<typeof keepOf>[1];
export const seedOf = (content: string, importance = 0.7, entities: string[] = []) => ({
  content,
  importance,
  entities,
  source: null,
  own: false,
  at: null,
  weight: importance,
});
export const HARBOUR = [
  seedOf("A storm closed the harbour.", 0.8, ["Kiel"]),
  seedOf("Prices for fish rose by 12 percent.", 0.7, ["Kiel"]),
  seedOf("Maria repaints her boat.", 0.7, ["Maria"]),
];

const keepOf = (
  t: App,
  thought: {
    content: string;
    tone?: "curious" | "concerned";
    confidence?: number;
    seeds?: (Omit<ReturnType<typeof seedOf>, "source"> & { source: string | null })[];
    embedding?: { model: string; vector: number[] };
  },
) =>
  t.mutation(internal.thoughts.keep, {
    made: {
      content: thought.content,
      tone: thought.tone ?? "curious",
      confidence: thought.confidence ?? 0.8,
    },
    writer: "model",
    seeds: thought.seeds ?? HARBOUR,
    embedding: thought.embedding ?? null,
    answer: { filtered: 0, processTime: 1 },
  });
export const keep = (t: App, content: string, changes: Omit<Made, "content"> = {}) =>
  keepOf(t, { content, ...changes });

export const list = (t: App, filter: Partial<(typeof internal.thoughts.list)["_args"]> = {}) =>
  t.query(internal.thoughts.list, { limit: 100, offset: 0, ...filter });
export const asTick = { Authorization: `Bearer ${TICK_TOKEN}` };
export const reflect = async (t: App, body: unknown = {}) => {
  const response = await post(t, "/consciousness/reflect", body, asTick);
  expect(response.status).toBe(200);
  return await response.json();
};
