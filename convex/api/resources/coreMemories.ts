/** POST /memories/consolidate and GET /memories/core. */
import * as z from "zod";
import { count, limit, offset, scope, scoped, timestamp } from "../schemas/common";
import { share } from "../schemas/memory";
import { internal } from "../../_generated/api";
import { consolidate as runConsolidation } from "../../consolidation/run";
import { consolidationRunning } from "../errors";
import { runIdempotent } from "../idempotencyKey";
import { emptyInput, getEndpoint, postEndpoint, type Endpoint } from "../route";

export const outcome = z
  .strictObject({
    memoriesProcessed: count.meta({
      description:
        "New memories that were processed, reflections included. Reflections are compared with nothing and join no theme",
    }),
    clustersFound: count.meta({ description: "Themes that these memories created or changed" }),
    coreMemoriesCreated: count.meta({ description: "New themes" }),
    coreMemoriesUpdated: count.meta({ description: "Existing themes whose members or words changed" }),
    memoriesDecayed: count.meta({ description: "Memories whose salience was lowered" }),
    duration: z.number().min(0).meta({ description: "How long it took, in milliseconds" }),
  })
  .meta({ id: "Consolidation", description: "What consolidation did" });

export const coreMemory = z
  .strictObject({
    _id: z.string(),
    theme: z.string(),
    summary: z.string(),
    memories: z
      .array(z.string())
      .meta({ description: "The memories that share the theme, oldest first, 400 at most" }),
    confidence: share(
      "How sure the theme is. It rises with the number of its memories, their similarity and their confidence",
    ),
    lastReinforced: timestamp.meta({
      description: "The start of the last consolidation in which memories without a theme joined",
    }),
    createdAt: timestamp,
  })
  .meta({ id: "CoreMemory", description: "A theme that several memories share" });

export const consolidate: Endpoint = postEndpoint({
  operationId: "consolidateMemories",
  tag: "Memory",
  summary: "Consolidate memories",
  description:
    "Lowers the salience of memories that were not recalled, compares new memories with earlier ones, and groups similar ones into core memories. Nothing is deleted, and a second call on the same memories changes nothing. A call takes at most about two minutes; the next call continues a long backlog, and so does the agent itself where autonomy is on. While another consolidation runs, the call waits for it. Consolidation also runs by itself once a day, and sooner when many memories wait.",
  answer: "The result. All counts are 0 where there was nothing to do.",
  example: {},
  body: emptyInput,
  response: outcome,
  handle: (ctx, _body, claimed) =>
    runIdempotent(ctx, claimed, async () => {
      const outcome = await runConsolidation(ctx, claimed);
      if (outcome === null) throw consolidationRunning();
      return outcome;
    }),
});

export const list: Endpoint = getEndpoint({
  operationId: "listCoreMemories",
  tag: "Memory",
  summary: "List core memories",
  description:
    "Lists core memories, the last reinforced first. A memory is in at most one. Each has at least three memories that state something; reflections are in none.",
  answer: "A page of core memories.",
  example: { query: { limit: "2" } },
  query: z.strictObject({ limit: limit(20), offset, scope }),
  response: z
    .strictObject({
      coreMemories: z.array(coreMemory),
      total: count.meta({ description: "Core memories there are" }),
    })
    .meta({ id: "CoreMemoryPage", description: "Core memories, the last reinforced first" }),
  handle: (ctx, query) => ctx.runQuery(internal.consolidation.queries.list, scoped(query)),
});
