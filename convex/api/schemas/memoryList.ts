/** GET /memories. */
import * as z from "zod";
import { fraction, limit, listFigures, offset, since, text } from "./common";
import { memory, memoryType } from "./memories";

export const query = z.strictObject({
  limit: limit(20),
  offset,
  type: memoryType.exactOptional().meta({ description: "Only memories of this type" }),
  minImportance: fraction
    .exactOptional()
    .meta({ description: "Only memories that matter at least this much" }),
  since,
  query: text(1_024)
    .exactOptional()
    .meta({ description: "Only memories that say something about this: at most 1,024 characters" }),
  threshold: fraction
    .exactOptional()
    .meta({ description: "Least similarity to `query`, 0.6 where left out; an error without `query`" }),
});

export const page = z
  .strictObject({ memories: z.array(memory), ...listFigures })
  .meta({ id: "MemoryPage", description: "Memories, newest first, or as they fit the query" });
