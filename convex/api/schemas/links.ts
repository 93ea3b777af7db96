/** POST /memories/link and GET /memories/linked. */
import * as z from "zod";
import { LINK_TYPES } from "../../../mind/enums";
import { memory, share } from "./memories";

const linkType = z
  .enum(LINK_TYPES)
  .meta({ id: "LinkType", description: "How the source relates to the target" });

const facts = {
  type: linkType,
  strength: share("How closely they belong together"),
  confidence: share("How sure the link is"),
};
const link = z
  .strictObject({ targetId: z.string(), ...facts })
  .meta({ id: "Link", description: "A link out of a memory" });
const backlink = z
  .strictObject({ sourceId: z.string(), ...facts })
  .meta({ id: "Backlink", description: "A link that leads to a memory" });

// Whatever it is: what names no memory is not found.
const id = z.string();
const byHand = "only without autoDetect";

/** Which fields go together: for readers of the document. Generated clients have one type, whatever a condition says. */
const EITHER = {
  if: { properties: { autoDetect: { type: "boolean", const: false } }, required: ["autoDetect"] },
  // The linter wants what is required described beside it.
  then: {
    properties: { targetId: { type: "string" }, type: { type: "string" } },
    required: ["targetId", "type"],
  },
  else: { propertyNames: { enum: ["memoryId", "autoDetect"] } },
};

export const body = z
  .strictObject({
    memoryId: id.meta({ description: "The memory that the links lead out of" }),
    autoDetect: z.boolean().default(true).meta({
      description: "Whether the service finds the links; without, `targetId` and `type` are required",
    }),
    targetId: id.exactOptional().meta({ description: `The memory that the link leads to, ${byHand}` }),
    type: linkType.exactOptional(),
    strength: share(`How closely they belong together, ${byHand}; 0.5 where left out`).exactOptional(),
    confidence: share(`How sure the link is, ${byHand}; 0.5 where left out`).exactOptional(),
  })
  .meta({ id: "LinkRequest", description: "Links to detect, or one to make", ...EITHER });

export const outcome = z
  .strictObject({
    linksCreated: z.array(link).meta({ description: "New ones only, the best first" }),
    totalLinks: z.int().min(0).meta({ description: "Links out of the memory" }),
  })
  .meta({ id: "LinkOutcome", description: "The links that were made" });

export const query = z.strictObject({ id: id.meta({ description: "The memory" }) });

export const linked = z
  .strictObject({
    memory,
    links: z.array(link).meta({ description: "All that lead out of it, the strongest first; at most 64" }),
    backlinks: z.array(backlink).meta({ description: "The 100 newest that lead to it, the newest first" }),
  })
  .meta({ id: "LinkedMemory", description: "A memory and its links" });
