/** GET /artifacts. */
import * as z from "zod";
import { artifactType, limit, offset, since, timestamp, until, listFigures } from "../schemas/common";
import { internal } from "../../_generated/api";
import { getEndpoint, type Endpoint } from "../route";

export const artifact = z
  .strictObject({
    _id: z.string(),
    type: artifactType,
    content: z.string(),
    tickId: z.string().meta({ description: "The tick that made it" }),
    timestamp,
  })
  .meta({ id: "Artifact", description: "A text that a tick made for others to read" });

export const page = z
  .strictObject({ artifacts: z.array(artifact), ...listFigures })
  .meta({ id: "ArtifactPage", description: "Artifacts, newest first" });

export const list: Endpoint = getEndpoint({
  operationId: "listArtifacts",
  tag: "State and health",
  summary: "What the agent has made",
  description: "Lists artifacts, newest first. `since` and `until` are exclusive.",
  answer: "A page of artifacts.",
  example: { query: { limit: "2" } },
  query: z.strictObject({
    limit: limit(20),
    offset,
    type: artifactType.exactOptional().meta({ description: "Only artifacts of this type" }),
    since,
    until,
  }),
  response: page,
  handle: (ctx, query) => ctx.runQuery(internal.agent.queries.artifacts, query),
});
