/** Checks whether a failed chat model works again, so that GET /health does not report an outage that is over. */
import { v } from "convex/values";
import * as z from "zod";
import { internalAction } from "../_generated/server";
import { complete, modelWithinBudget } from "./complete";

const answer = z.object({ ready: z.boolean() });

/** Asks the model a trivial question and records the outcome for GET /health. */
export const probeProvider = internalAction({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const llm = await modelWithinBudget(ctx);
    if (llm === null) return;
    await complete(ctx, llm, {
      name: "probe",
      system: "You are asked whether you can answer.",
      user: "Are you ready?",
      schema: answer,
    });
  },
});
