/** POST /memories/reflect. */
import { reflect as reflectOn } from "../../reflections/reflect";
import { providerFailed } from "../errors";
import { onceThroughout } from "../idempotencyKey";
import { writing, type Endpoint } from "../route";
import * as Reflections from "../schemas/reflections";

export const reflect: Endpoint = writing({
  documentation: {
    operationId: "reflectOnMemories",
    tag: "Memory",
    summary: "Reflect on memories",
    description:
      "Draws a conclusion from memories and keeps it as a memory of type `reflection`. Evidence are only memories of what others said and did, never the agent's own words; `basedOn` names those it rests on. Where nothing bears on the focus the reflection says so, with confidence 0 and an empty `basedOn`; such a one is listed, but no search finds it. A reflection that says in the same words what an earlier one of its type and focus said is not kept twice: the earlier one is answered. So equal calls at the same moment come to one reflection as long as nothing new came in between and, with a model, as long as it says the same each time; under one Idempotency-Key they are one call. Without a model it counts, dates and quotes its evidence.",
    answer: "The reflection, or the earlier one that said the same.",
    failures: ["ProviderFailed"],
    example: { body: { type: "knowledge", focus: "the ferry" } },
  },
  body: Reflections.body,
  response: Reflections.outcome,
  handle: (ctx, { focus = null, ...request }, claimed) =>
    onceThroughout(ctx, claimed, async () => {
      const reflected = await reflectOn(ctx, { ...request, focus }, claimed);
      if (reflected.kind === "failed") throw providerFailed(reflected.reason);
      return { reflection: reflected.reflection };
    }),
});
