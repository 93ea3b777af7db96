/** What is measured: an engine that runs the functions of the app, in a process of its own. */
import * as z from "zod";

export type Arguments = Readonly<Record<string, number | string | null | readonly number[]>>;

/** An engine, called without a network between. Every call rejects where its function fails. */
export interface Subject {
  query(name: string, args: Arguments): Promise<unknown>;
  mutation(name: string, args: Arguments): Promise<unknown>;
  action(name: string, args: Arguments): Promise<unknown>;
}

export const TABLES = ["documents", "notes", "vectors"] as const;

export type Table = (typeof TABLES)[number];

/** What the process of a subject is asked for. */
export const requestSchema = z.discriminatedUnion("kind", [
  /** Puts rows into an empty table: rows a second. */
  z.object({ kind: z.literal("fill"), table: z.enum(TABLES), rows: z.number() }),
  /** One round of a case: calls a second. */
  z.object({ kind: z.literal("measure"), name: z.string(), durationMs: z.number() }),
  /** A single call of a case: milliseconds. */
  z.object({ kind: z.literal("once"), name: z.string() }),
  /** One round of a case: for how long, at most, the rest of the process had to wait, in milliseconds. */
  z.object({ kind: z.literal("stall"), name: z.string(), durationMs: z.number() }),
  z.object({ kind: z.literal("stop") }),
]);

export type SubjectRequest = z.infer<typeof requestSchema>;

/** What it answers: first that it is ready, then to each request in turn. */
export const replySchema = z.discriminatedUnion("kind", [
  /** `url` where it listens, if it does. */
  z.object({ kind: z.literal("ready"), url: z.string().nullable() }),
  z.object({ kind: z.literal("done"), result: z.number() }),
  z.object({ kind: z.literal("failed"), message: z.string() }),
]);

export type SubjectReply = z.infer<typeof replySchema>;
