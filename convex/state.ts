/** The agent's current state, live. */
import { v } from "convex/values";
import { internalMutation, query } from "./_generated/server";
import { currentSettings } from "./lib/currentSettings";
import * as Agent from "./agent/state";
import * as Passing from "./agent/elapse";

/** The agent state; before the first tick, the state it was born with. */
export const get = query({
  args: {},
  returns: Agent.publicState,
  handler: (ctx) => Agent.state(ctx),
});

/** Lets the state follow the time where no tick does. */
export const pass = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await Passing.pass(ctx, Date.now(), currentSettings());
    return null;
  },
});
