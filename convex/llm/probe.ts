/** Looking whether a chat model that failed is well again, so that nobody is told of an outage that is over. */
import { v } from "convex/values";
import * as z from "zod";
import { internalAction } from "../_generated/server";
import { complete } from "./complete";
import { currentSettings } from "../lib/currentSettings";

const answer = z.object({ ready: z.boolean() });

/** Asks the model for a few words; what comes of it stands in the service's health. */
export const probeProvider = internalAction({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const { llm } = currentSettings();
    if (llm === null) return null;
    const question = {
      name: "probe",
      system: "You are asked whether you can answer.",
      user: "Are you ready?",
      schema: answer,
      problems: () => [],
    };
    await complete(ctx, llm, question);
    return null;
  },
});
