/** POST /memories/consolidate and GET /memories/core. */
import * as z from "zod";
import { internal } from "../../_generated/api";
import { publicCoreMemory } from "../../consolidation/coreMemories";
import { consolidate as runConsolidation, consolidated } from "../../consolidation/run";
import { consolidationRunning } from "../errors";
import { runIdempotent } from "../idempotencyKey";
import { emptyInput, getEndpoint, postEndpoint, type Endpoint } from "../route";
import { paged, scope, scoped, timestamp } from "../schemas/common";
import { counted } from "../schemas/fields";
import { responseOf } from "../schemas/shape";

export const outcome = responseOf("Consolidation", "What consolidation did", consolidated, {
  memoriesProcessed: counted(
    "New memories that were processed, reflections included. Reflections are compared with nothing and join no theme",
  ),
  clustersFound: counted("Themes that these memories created or changed"),
  coreMemoriesCreated: counted("New themes"),
  coreMemoriesUpdated: counted("Existing themes whose members or words changed"),
  memoriesDecayed: counted("Memories whose salience was lowered"),
});

const coreMemory = responseOf("CoreMemory", "A theme that several memories share", publicCoreMemory, {
  memories: "The memories that share the theme, oldest first, 400 at most",
  confidence:
    "How sure the theme is. It rises with the number of its memories, their similarity and their confidence",
  lastReinforced: timestamp.meta({
    description: "The start of the last consolidation in which memories without a theme joined",
  }),
});

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
  query: z.strictObject({ ...paged(20), scope }),
  response: z
    .strictObject({
      coreMemories: z.array(coreMemory),
      total: counted("Core memories there are"),
    })
    .meta({ id: "CoreMemoryPage", description: "Core memories, the last reinforced first" }),
  handle: (ctx, query) => ctx.runQuery(internal.consolidation.queries.list, scoped(query)),
});
