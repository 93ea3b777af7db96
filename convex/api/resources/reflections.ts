/** POST /memories/reflect. */
import * as z from "zod";
import { REFLECTION_DEPTHS, REFLECTION_TYPES } from "../../../mind/enums";
import { publicReflection } from "../../reflections/reflections";
import { reflect as reflectOn } from "../../reflections/reflect";
import { providerFailed } from "../errors";
import { runIdempotent } from "../idempotencyKey";
import { postEndpoint, type Endpoint } from "../route";
import { text } from "../schemas/common";
import { responseOf } from "../schemas/shape";

export const body = z
  .strictObject({
    type: z
      .enum(REFLECTION_TYPES)
      .default("knowledge")
      .meta({ description: "What to look for: knowledge, emotions, repeated behaviour or change" }),
    focus: text(256).exactOptional().meta({
      description:
        "The subject, of 1 to 256 characters. Left out, recent and important memories that fit the type",
    }),
    depth: z
      .enum(REFLECTION_DEPTHS)
      .default("shallow")
      .meta({ description: "`deep` uses more memories, and the themes that they share" }),
  })
  .meta({ id: "ReflectionRequest", description: "What to reflect on" });

const reflection = responseOf("Reflection", "A conclusion drawn from memories", publicReflection, {
  confidence: "The model's own confidence, lowered where few or doubtful memories support it",
  basedOn: "The memories it is based on; empty only where no memory fits",
});

export const outcome = z
  .strictObject({ reflection })
  .meta({ id: "ReflectionOutcome", description: "The reflection, which is a memory itself" });

export const reflect: Endpoint = postEndpoint({
  operationId: "reflectOnMemories",
  tag: "Memory",
  summary: "Reflect on memories",
  description:
    "Draws a conclusion from memories and stores it as a memory of type `reflection`. Only memories of what others said and did are evidence, never the agent's own words; `basedOn` lists them. Where no memory fits the focus the reflection says so, with confidence 0 and an empty `basedOn`; lists show such a reflection, but no search finds it. A reflection with the same words as an earlier one of its type and focus is not stored again: the answer is the earlier one. So equal calls at the same moment yield one reflection, unless something new arrives in between or the model answers differently; with one Idempotency-Key they are one call. Without a model the reflection counts, dates and quotes its evidence.",
  answer: "The reflection, or the earlier one that said the same.",
  failures: ["ProviderFailed"],
  example: { body: { type: "knowledge", focus: "the ferry" } },
  body,
  response: outcome,
  handle: (ctx, { focus = null, ...request }, claimed) =>
    runIdempotent(ctx, claimed, async () => {
      const reflected = await reflectOn(ctx, { ...request, focus }, claimed);
      if (reflected.kind === "failed") throw providerFailed(reflected.reason);
      return { reflection: reflected.reflection };
    }),
});
