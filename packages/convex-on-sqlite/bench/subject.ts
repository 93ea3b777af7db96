/** A measured engine, which runs the app's functions in a process of its own. */
import * as z from "zod";

export type Arguments = Readonly<Record<string, number | string | null | readonly number[]>>;

/** An engine called without a network. Calls reject if their function fails. */
export interface Subject {
  query(name: string, args: Arguments): Promise<unknown>;
  mutation(name: string, args: Arguments): Promise<unknown>;
  action(name: string, args: Arguments): Promise<unknown>;
}

export const TABLES = ["documents", "notes", "vectors"] as const;

export type Table = (typeof TABLES)[number];

/** Requests to the engine's process. */
export const requestSchema = z.discriminatedUnion("kind", [
  /** Fills an empty table; returns rows per second. */
  z.object({ kind: z.literal("fill"), table: z.enum(TABLES), rows: z.number() }),
  /** One round of a case; returns calls per second. */
  z.object({ kind: z.literal("measure"), name: z.string(), durationMs: z.number() }),
  /** A single call of a case; returns milliseconds. */
  z.object({ kind: z.literal("once"), name: z.string() }),
  /** One round of a case; returns the longest event loop stall in milliseconds. */
  z.object({ kind: z.literal("stall"), name: z.string(), durationMs: z.number() }),
  z.object({ kind: z.literal("stop") }),
]);

export type SubjectRequest = z.infer<typeof requestSchema>;

/** Replies: first `ready`, then one per request. */
export const replySchema = z.discriminatedUnion("kind", [
  /** `url` is the address it listens on, if any. */
  z.object({ kind: z.literal("ready"), url: z.string().nullable() }),
  z.object({ kind: z.literal("done"), result: z.number() }),
  z.object({ kind: z.literal("failed"), message: z.string() }),
]);

export type SubjectReply = z.infer<typeof replySchema>;
