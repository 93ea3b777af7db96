/** How the service and its agent are. */
import { api, internal } from "../../_generated/api";
import { nothing, reading, type Endpoint } from "../route";
import * as Health from "../schemas/health";
import * as State from "../schemas/state";

export const health: Endpoint = reading({
  query: nothing,
  response: Health.report,
  handle: (ctx) => ctx.runQuery(internal.service.health, { now: Date.now() }),
});

export const state: Endpoint = reading({
  query: nothing,
  response: State.state,
  handle: (ctx) => ctx.runQuery(api.state.get, {}),
});
