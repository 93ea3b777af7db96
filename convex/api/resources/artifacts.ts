/** GET /artifacts. */
import * as z from "zod";
import { internal } from "../../_generated/api";
import { publicArtifact } from "../../agent/artifacts";
import { getEndpoint, type Endpoint } from "../route";
import { paged, span } from "../schemas/common";
import { pageOf, responseOf } from "../schemas/shape";
import { artifactType } from "../schemas/words";

const artifact = responseOf("Artifact", "A text that a tick made for others to read", publicArtifact, {
  tickId: "The tick that made it",
});

export const page = pageOf("ArtifactPage", "Artifacts, newest first", "artifacts", artifact);

export const list: Endpoint = getEndpoint({
  operationId: "listArtifacts",
  tag: "State and health",
  summary: "What the agent has made",
  description: "Lists artifacts, newest first. `since` and `until` are exclusive.",
  answer: "A page of artifacts.",
  example: { query: { limit: "2" } },
  query: z.strictObject({
    ...paged(20),
    type: artifactType.exactOptional().meta({ description: "Only artifacts of this type" }),
    ...span,
  }),
  response: page,
  handle: (ctx, query) => ctx.runQuery(internal.agent.queries.artifacts, query),
});
