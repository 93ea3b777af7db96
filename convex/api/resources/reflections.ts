/** POST /memories/reflect. */
import * as z from "zod";
import { REFLECTION_DEPTHS, REFLECTION_TYPES } from "../../../mind/enums";
import { text } from "../schemas/common";
import { share } from "../schemas/memory";
import { reflect as reflectOn } from "../../reflections/reflect";
import { providerFailed } from "../errors";
import { onceThroughout } from "../idempotencyKey";
import { writing, type Endpoint } from "../route";

const reflectionType = z.enum(REFLECTION_TYPES);

export const body = z
  .strictObject({
    type: reflectionType.default("knowledge").meta({
      description:
        "What to look for: what is known, how it feels, what is done again and again, or what has changed",
    }),
    focus: text(256).exactOptional().meta({
      description:
        "What to reflect on, of 1 to 256 characters; left out, what is recent, matters and fits the type",
    }),
    depth: z
      .enum(REFLECTION_DEPTHS)
      .default("shallow")
      .meta({ description: "`deep` looks at more memories and at the themes that they share" }),
  })
  .meta({ id: "ReflectionRequest", description: "What to reflect on" });

export const outcome = z
  .strictObject({
    reflection: z
      .strictObject({
        _id: z.string(),
        type: z.literal("reflection"),
        content: z.string(),
        reflectionType,
        confidence: share("The model's own, lowered where few or doubtful memories bear it"),
        basedOn: z.array(z.string()).meta({
          description: "The memories that it rests on; empty only where nothing is there to reflect on",
        }),
      })
      .meta({ id: "Reflection", description: "A conclusion drawn from memories" }),
  })
  .meta({ id: "ReflectionOutcome", description: "The reflection, a memory itself" });

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
  body: body,
  response: outcome,
  handle: (ctx, { focus = null, ...request }, claimed) =>
    onceThroughout(ctx, claimed, async () => {
      const reflected = await reflectOn(ctx, { ...request, focus }, claimed);
      if (reflected.kind === "failed") throw providerFailed(reflected.reason);
      return { reflection: reflected.reflection };
    }),
});
