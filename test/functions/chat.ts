/** Helpers for tests of structured answers: a question, a good answer, and its outcome. */
import * as z from "zod";
import type { Ask, Completion } from "../../convex/llm/chat";

export const KEY = "sk-a-very-secret-key";
export const schema = z.object({
  mood: z.enum(["calm", "curious"]),
  summary: z.string().min(1).max(80),
  sources: z.array(z.int().min(1).max(3)).min(1).max(3),
});
export type Answer = z.infer<typeof schema>;

export const ask: Ask<Answer> = {
  name: "report",
  system: "You are a lighthouse keeper.",
  user: "Gannets circled above the breakwater.",
  schema,
};
export const good: Answer = { mood: "calm", summary: "Gannets again.", sources: [1, 2] };

/** No pause before a retry. */
export const atOnce = { random: () => 0 };

export function answered<T>(completion: Completion<T>): Extract<Completion<T>, { kind: "answered" }> {
  if (completion.kind === "failed") throw new Error(`${completion.cause}: ${completion.reason}`);
  return completion;
}
