/** Live query of the agent's state. */
import { query } from "./_generated/server";
import * as Agent from "./agent/state";

/** The agent's state; before the first tick, its initial state. */
export const get = query({ args: {}, returns: Agent.publicState, handler: (ctx) => Agent.state(ctx) });
