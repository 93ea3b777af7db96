/** POST /memories/consolidate and GET /memories/core. */
import * as z from "zod";
import { limit, offset, timestamp } from "../schemas/common";
import { share } from "../schemas/memory";
import { internal } from "../../_generated/api";
import { consolidate as runConsolidation } from "../../consolidation/run";
import { consolidationUnderWay } from "../errors";
import { onceThroughout } from "../idempotencyKey";
import { nothing, reading, writing, type Endpoint } from "../route";

const count = z.int().min(0);

export const outcome = z
  .strictObject({
    memoriesProcessed: count.meta({
      description:
        "New memories that were gone through. Reflections are among them, but are compared with nothing and belong to no theme",
    }),
    clustersFound: count.meta({ description: "Themes that these memories made or changed" }),
    coreMemoriesCreated: count.meta({ description: "Themes that are new" }),
    coreMemoriesUpdated: count.meta({
      description: "Themes that were there before and have other members or other words now",
    }),
    memoriesDecayed: count.meta({ description: "Memories whose salience time has lowered" }),
    duration: z.number().min(0).meta({ description: "How long it took, in milliseconds" }),
  })
  .meta({ id: "Consolidation", description: "What consolidation did" });

export const query = z.strictObject({ limit: limit(20), offset });

export const coreMemory = z
  .strictObject({
    _id: z.string(),
    theme: z.string(),
    summary: z.string(),
    memories: z
      .array(z.string())
      .meta({ description: "The memories that share the theme, oldest first, 400 at most" }),
    confidence: share(
      "How sure the theme is: the more memories stand for it, the more alike they are and the surer each of them is. Reflections are no members",
    ),
    lastReinforced: timestamp.meta({
      description:
        "When memories last joined that were in no theme before: the beginning of that consolidation",
    }),
    createdAt: timestamp,
  })
  .meta({ id: "CoreMemory", description: "A theme that several memories share" });

export const page = z
  .strictObject({
    coreMemories: z.array(coreMemory),
    total: count.meta({ description: "Core memories there are" }),
  })
  .meta({ id: "CoreMemoryPage", description: "Core memories, the last reinforced first" });

export const consolidate: Endpoint = writing({
  documentation: {
    operationId: "consolidateMemories",
    tag: "Memory",
    summary: "Consolidate memories",
    description:
      "Lets memories fade that were not recalled, compares new ones with those before them, and gathers what is alike into core memories. Nothing is deleted, and a second call on the same memories changes nothing. It works for at most about two minutes; the rest of a long backlog is the next call's, or done by itself where autonomy is on. While another consolidation runs, the call waits for it. It also runs by itself once a day, and sooner when many memories wait.",
    answer: "What was done. All counts are 0 where there was nothing to do.",
    example: {},
  },
  body: nothing,
  response: outcome,
  handle: (ctx, _body, claimed) =>
    onceThroughout(ctx, claimed, async () => {
      const outcome = await runConsolidation(ctx);
      if (outcome.kind === "busy") throw consolidationUnderWay();
      const { kind: _kind, caughtUp: _caughtUp, ...done } = outcome;
      return done;
    }),
});

export const list: Endpoint = reading({
  documentation: {
    operationId: "listCoreMemories",
    tag: "Memory",
    summary: "Themes of what is remembered",
    description:
      "Lists core memories, those first that new memories joined last. A memory is in at most one, and each stands on at least three memories that state something; reflections are in none.",
    answer: "A page of core memories.",
    example: { query: { limit: "2" } },
  },
  query: query,
  response: page,
  handle: (ctx, query) => ctx.runQuery(internal.consolidation.queries.list, query),
});
