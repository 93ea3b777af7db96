/** Messages between a test and its host process. */
import * as z from "zod";

/** To the process: kill yourself after this many more commits, before any of them is answered. */
export const command = z.object({ dieAfterCommits: z.number().int().positive() });

/** To the test: the host listens, or has received a command. */
export const report = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("listening"), url: z.url() }),
  z.object({ kind: z.literal("acknowledged") }),
]);

export type Command = z.infer<typeof command>;
export type Report = z.infer<typeof report>;
