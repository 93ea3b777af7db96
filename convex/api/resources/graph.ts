/** GET /memories/graph. */
import * as z from "zod";
import { internal } from "../../_generated/api";
import { graph as publicGraph } from "../../memories/graph";
import { getEndpoint, type Endpoint } from "../route";
import { graphSize } from "../schemas/common";
import { responseOf } from "../schemas/shape";

const { memories, links } = publicGraph.fields;
const node = responseOf("GraphMemory", "A memory as a node of the graph", memories.element, {
  content: "Its first 160 characters",
});
const link = responseOf("GraphLink", "A link between two nodes of the graph", links.element);

export const graph: Endpoint = getEndpoint({
  operationId: "readMemoryGraph",
  tag: "Memory",
  summary: "Memories and the links among them",
  description:
    "The newest memories, fewer than `limit` where they hold more than 4 MiB, and the links among them, 32 at most out of each.",
  answer: "The graph.",
  example: { query: { limit: "2" } },
  query: z.strictObject({ limit: graphSize }),
  response: responseOf("MemoryGraph", "Memories, newest first, and the links among them", publicGraph, {
    memories: z.array(node),
    links: z.array(link),
  }),
  handle: (ctx, { limit }) => ctx.runQuery(internal.memories.queries.graph, { limit }),
});
