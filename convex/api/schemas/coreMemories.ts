/** POST /memories/consolidate and GET /memories/core. */
import * as z from "zod";
import { limit, offset, timestamp } from "./common";
import { share } from "./memories";

const count = z.int().min(0);

export const outcome = z
  .strictObject({
    memoriesProcessed: count.meta({
      description:
        "New memories that were gone through. Reflections are among them, but are compared with nothing and belong to no theme",
    }),
    clustersFound: count.meta({ description: "Themes that these memories made or changed" }),
    coreMemoriesCreated: count.meta({ description: "Themes that are new" }),
    coreMemoriesUpdated: count.meta({
      description: "Themes that were there before and have other members or other words now",
    }),
    memoriesDecayed: count.meta({ description: "Memories whose salience time has lowered" }),
    duration: z.number().min(0).meta({ description: "How long it took, in milliseconds" }),
  })
  .meta({ id: "Consolidation", description: "What consolidation did" });

export const query = z.strictObject({ limit: limit(20), offset });

export const coreMemory = z
  .strictObject({
    _id: z.string(),
    theme: z.string(),
    summary: z.string(),
    memories: z
      .array(z.string())
      .meta({ description: "The memories that share the theme, oldest first, 400 at most" }),
    confidence: share(
      "How sure the theme is: the more memories stand for it, the more alike they are and the surer each of them is. Reflections are no members",
    ),
    lastReinforced: timestamp.meta({
      description:
        "When memories last joined that were in no theme before: the beginning of that consolidation",
    }),
    createdAt: timestamp,
  })
  .meta({ id: "CoreMemory", description: "A theme that several memories share" });

export const page = z
  .strictObject({
    coreMemories: z.array(coreMemory),
    total: count.meta({ description: "Core memories there are" }),
  })
  .meta({ id: "CoreMemoryPage", description: "Core memories, the last reinforced first" });
