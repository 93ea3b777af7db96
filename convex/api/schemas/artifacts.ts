/** GET /artifacts. */
import * as z from "zod";
import { ARTIFACT_TYPES } from "../../mind/words";
import { limit, listFigures, offset, since, timestamp, until } from "./common";

export const query = z.strictObject({
  limit: limit(20),
  offset,
  type: z.enum(ARTIFACT_TYPES).exactOptional(),
  since,
  until,
});

export const artifact = z.strictObject({
  _id: z.string(),
  type: z.enum(ARTIFACT_TYPES),
  content: z.string(),
  tickId: z.string(),
  timestamp,
});

export const page = z.strictObject({ artifacts: z.array(artifact), ...listFigures });
