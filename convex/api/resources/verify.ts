/** POST /verify: compares lists, totals and references with the rows. */
import * as z from "zod";
import { verify as verifyAll } from "../../verification/run";
import { runIdempotent } from "../idempotencyKey";
import { postEndpoint, type Endpoint } from "../route";

const count = z.int().min(0);

export const body = z
  .strictObject({
    repair: z.boolean().default(false).meta({
      description:
        "Write lists and totals anew from the rows where they differ; references are only reported",
    }),
  })
  .meta({ id: "Verification", description: "Whether to repair" });

export const outcome = z
  .strictObject({
    differences: z.array(z.string()).meta({ description: "The first 100, by tables and ids, without texts" }),
    found: count.meta({ description: "All differences, without those that were repaired" }),
    repaired: count,
    rows: count.meta({ description: "Rows that were compared" }),
    entries: count.meta({ description: "Entries of lists that were compared" }),
    uncompared: z.array(z.string()).meta({
      description: "Totals that could not be compared, because rows were written during each count",
    }),
  })
  .meta({ id: "VerificationOutcome", description: "What differs" });

export const verify: Endpoint = postEndpoint({
  operationId: "verify",
  tag: "State and health",
  summary: "Verify the stored data",
  description:
    "Compares what follows from rows with the rows: lists, totals, search documents and references. Goes in small steps, so other requests go on, and what they write is no difference. Answers at the end: ten thousand memories take about half a minute. `GET /health` reports differences until the next verification.",
  answer: "What differs.",
  example: { body: {} },
  body,
  response: outcome,
  handle: (ctx, { repair }, claimed) => runIdempotent(ctx, claimed, () => verifyAll(ctx, repair, claimed)),
});
