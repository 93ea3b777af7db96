/** What lower floors set going above them. They know that something happens then, not who does it. */
import type { FunctionReference } from "convex/server";
import { internal } from "./_generated/api";
import type { Task } from "./embeddings/queue";

type Hook<Args extends Record<string, unknown>, Returns> = FunctionReference<
  "mutation",
  "internal",
  Args,
  Returns
>;

interface Hooks {
  /** Something was added to the outbox, and someone listens. */
  readonly pushed: Hook<{ watched?: number }, null>;
  /** What a run of the embedding job does next: it depends on the rows whose texts wait. */
  readonly nextEmbeddingTask: Hook<{ max: number }, Task>;
  /** Something happened on which the status of GET /health depends. */
  readonly healthMayHaveChanged: Hook<Record<string, never>, null>;
}

export const hooks: Hooks = {
  pushed: internal.webhooks.functions.startRunIfDue,
  nextEmbeddingTask: internal.service.embeddingTasks.next,
  healthMayHaveChanged: internal.service.functions.noteHealth,
};
