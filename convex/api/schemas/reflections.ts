/** POST /memories/reflect. */
import * as z from "zod";
import { REFLECTION_DEPTHS, REFLECTION_TYPES } from "../../../mind/enums";
import { text } from "./common";
import { share } from "./memories";

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
