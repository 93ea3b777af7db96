/** Helpers for tests of knowledge: requests and texts. */
import * as z from "zod";
import { post, type App } from "./requests";

const outcome = z.strictObject({
  success: z.literal(true),
  knowledgeId: z.string(),
  chunks: z.int().min(1),
  embedding: z.boolean(),
  updated: z.boolean(),
});
const item = z.strictObject({
  _id: z.string(),
  title: z.string(),
  content: z.string(),
  source: z.string().optional(),
  tags: z.array(z.string()),
  confidence: z.number(),
  metadata: z.unknown().optional(),
  createdAt: z.number(),
  updatedAt: z.number(),
  similarity: z.number().optional(),
  passage: z.string().optional(),
});
const page = z.strictObject({ items: z.array(item), total: z.number(), hasMore: z.boolean() });

export async function put(t: App, body: Record<string, unknown>, headers?: Record<string, string>) {
  const response = await post(t, "/knowledge", body, headers);
  return outcome.parse(await response.json());
}

export async function list(t: App, parameters: Record<string, string> = {}) {
  const response = await t.fetch(`/knowledge?${new URLSearchParams(parameters).toString()}`);
  return page.parse(await response.json());
}

export const titles = ({ items }: z.infer<typeof page>) => items.map(({ title }) => title);

/** Sentences with a unique word each, so that each can be searched for. */
export function sentences(words: readonly string[]): string {
  return words
    .map((word, i) => `The ${word} stands in bay ${i} of the old harbour store, behind the green gate.`)
    .join(" ");
}
export const words = (n: number, of: string) => Array.from({ length: n }, (_, i) => `${of}${letters(i)}`);
/** The number in letters, because the terms of "a1" and "a2" are too similar. */
export const letters = (n: number): string =>
  [...String(n)].map((digit) => "bcdfghklmn"[Number(digit)] ?? "").join("a");

/** The items that answer a query. */
export async function found(t: App, query: string, parameters: Record<string, string> = {}) {
  return (await list(t, { query, ...parameters })).items;
}
