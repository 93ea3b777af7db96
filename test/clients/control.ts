/** What a test and its host process tell each other over the process's channel. */
import * as z from "zod";

/** To the process: it ends as by a loss of power right after so many more commits, before anybody is answered. */
export const command = z.object({ dieAfterCommits: z.number().int().positive() });

/** To the test: the host listens, or a command has been taken note of. */
export const report = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("listening"), url: z.url() }),
  z.object({ kind: z.literal("understood") }),
]);

export type Command = z.infer<typeof command>;
export type Report = z.infer<typeof report>;
