/** Core memories: make them of what is remembered, and read them. */
import { internal } from "../../_generated/api";
import { consolidate as runConsolidation } from "../../consolidation/run";
import { consolidationUnderWay } from "../errors";
import { onceThroughout } from "../idempotencyKey";
import { nothing, reading, writing, type Endpoint } from "../route";
import * as CoreMemories from "../schemas/coreMemories";

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
  response: CoreMemories.outcome,
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
  query: CoreMemories.query,
  response: CoreMemories.page,
  handle: (ctx, query) => ctx.runQuery(internal.consolidation.coreMemoryFunctions.list, query),
});
