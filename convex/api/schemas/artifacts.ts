/** GET /artifacts. */
import * as z from "zod";
import { artifactType, limit, listFigures, offset, since, timestamp, until } from "./common";

export const query = z.strictObject({
  limit: limit(20),
  offset,
  type: artifactType.exactOptional().meta({ description: "Only artifacts of this type" }),
  since,
  until,
});

export const artifact = z
  .strictObject({
    _id: z.string(),
    type: artifactType,
    content: z.string(),
    tickId: z.string().meta({ description: "The tick that made it" }),
    timestamp,
  })
  .meta({ id: "Artifact", description: "What a tick made for others to read" });

export const page = z
  .strictObject({ artifacts: z.array(artifact), ...listFigures })
  .meta({ id: "ArtifactPage", description: "Artifacts, newest first" });
