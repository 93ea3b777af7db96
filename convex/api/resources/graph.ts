/** GET /memories/graph. */
import * as z from "zod";
import { LINK_TYPES } from "../../../mind/enums";
import { graphSize, timestamp } from "../schemas/common";
import { memoryType, share } from "../schemas/memory";
import { internal } from "../../_generated/api";
import { getEndpoint, type Endpoint } from "../route";

const node = z
  .strictObject({
    _id: z.string(),
    type: memoryType,
    content: z.string().meta({ description: "Its first 160 characters" }),
    importance: share("How much it matters"),
    createdAt: timestamp,
  })
  .meta({ id: "GraphMemory", description: "A memory as a node of the graph" });

const link = z
  .strictObject({
    sourceId: z.string(),
    targetId: z.string(),
    type: z.enum(LINK_TYPES),
    strength: share("How closely they belong together"),
  })
  .meta({ id: "GraphLink", description: "A link between two nodes of the graph" });

export const graph: Endpoint = getEndpoint({
  operationId: "readMemoryGraph",
  tag: "Memory",
  summary: "Memories and the links among them",
  description:
    "The newest memories, fewer than `limit` where they hold more than 4 MiB, and the links among them, 32 at most out of each.",
  answer: "The graph.",
  example: { query: { limit: "2" } },
  query: z.strictObject({ limit: graphSize }),
  response: z
    .strictObject({ memories: z.array(node), links: z.array(link) })
    .meta({ id: "MemoryGraph", description: "Memories, newest first, and the links among them" }),
  handle: (ctx, { limit }) => ctx.runQuery(internal.memories.queries.graph, { limit }),
});
