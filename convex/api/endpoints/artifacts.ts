/** What ticks made for others to read. */
import { internal } from "../../_generated/api";
import { reading, type Endpoint } from "../route";
import * as Artifacts from "../schemas/artifacts";

export const list: Endpoint = reading({
  documentation: {
    operationId: "listArtifacts",
    tag: "State and health",
    summary: "What the agent has made",
    description: "Lists what ticks made for others to read, newest first. `since` and `until` are exclusive.",
    answer: "A page of artifacts.",
    example: { query: { limit: "2" } },
  },
  query: Artifacts.query,
  response: Artifacts.page,
  handle: (ctx, query) => ctx.runQuery(internal.agent.artifactFunctions.list, query),
});
