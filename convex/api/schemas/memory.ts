/** Memories in the REST interface. */
import * as z from "zod";
import { publicMemory } from "../../memories/memories";
import { metadata } from "./metadata";
import { responseOf } from "./shape";

export const pinned = z
  .boolean()
  .exactOptional()
  .meta({ description: "Whether every tick is shown it, within 2,000 characters for all pinned memories" });

export const memory = responseOf("Memory", "Something remembered", publicMemory, {
  metadata: metadata.meta({
    description: "The caller's metadata. `entities` lists the names in the text, unless the caller gave some",
  }),
  unique: "Whether no earlier memory says the same",
  pinned: "Present where every tick is shown it",
  correctedBy: "The memory that corrects it, behind which it stands in searches. Absent while it holds",
  reflectionType:
    "The kind of reflection; only on memories of type `reflection`. `knowledge` on those that a caller stored",
  basedOn:
    "The memories it is based on; only on memories of type `reflection`. Empty on those that a caller stored",
});
