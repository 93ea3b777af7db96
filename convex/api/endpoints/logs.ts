/** The activity log. */
import { internal } from "../../_generated/api";
import { reading, type Endpoint } from "../route";
import * as Logs from "../schemas/logs";

export const list: Endpoint = reading({
  query: Logs.query,
  response: Logs.page,
  handle: (ctx, query) => ctx.runQuery(internal.logs.list, query),
});
