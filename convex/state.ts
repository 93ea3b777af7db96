/** The agent's current state, live. */
import { query } from "./_generated/server";
import * as Agent from "./agent/state";

/** The agent state; before the first tick, the state it was born with. */
export const get = query({
  args: {},
  returns: Agent.publicState,
  handler: (ctx) => Agent.state(ctx),
});
