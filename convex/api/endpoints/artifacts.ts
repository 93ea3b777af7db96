/** What ticks made for others to read. */
import { internal } from "../../_generated/api";
import { reading, type Endpoint } from "../route";
import * as Artifacts from "../schemas/artifacts";

export const list: Endpoint = reading({
  query: Artifacts.query,
  response: Artifacts.page,
  handle: (ctx, query) => ctx.runQuery(internal.artifacts.list, query),
});
