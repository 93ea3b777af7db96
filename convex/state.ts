/** Live query of the agent's state. */
import { liveQuery } from "./api/liveQuery";
import * as Agent from "./agent/state";

/** The agent's state; before the first tick, its initial state. */
export const get = liveQuery({ args: {}, returns: Agent.publicState, handler: (ctx) => Agent.state(ctx) });
