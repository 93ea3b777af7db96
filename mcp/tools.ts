/** The tools of the MCP server: each stands for an operation of the REST interface. */
import {
  addKnowledge,
  erase,
  feed,
  getState,
  linkMemory,
  listKnowledge,
  listThoughts,
  searchMemories,
  storeMemoryOnce,
  wake,
  type EraseRequest,
  type FeedEvent,
  type KnowledgeToStore,
  type LinkRequest,
  type ListKnowledgeQuery,
  type ListThoughtsQuery,
  type MemoryToStore,
  type SearchMemoriesQuery,
  type Service,
  type WakeNote,
} from "../client";
import type { JsonSchema, ToolSchemas } from "./schemas";

export interface Tool {
  readonly name: string;
  readonly title: string;
  /** For the model that chooses among tools. */
  readonly description: string;
  /** `adds` leaves what is there as it is. */
  readonly effect: "reads" | "adds" | "erases";
  /** The operation whose schemas the tool has, or schemas of its own. */
  readonly schemas: string | ToolSchemas;
  /** Values of input that the caller leaves out, where another one than the operation's suits a model. */
  readonly defaults?: Readonly<Record<string, string | number | boolean>>;
  /** Fields of the operation's items that are too long for a model. */
  readonly omits?: { readonly list: string; readonly field: string };
  /** The service checks the input. */
  run(service: Service, input: object): Promise<object>;
}

/** Long enough for most models to reply, short enough for the time-outs of most clients. */
const REPLY_SECONDS = 40;

export const TOOLS: readonly Tool[] = [
  {
    name: "remember",
    title: "Remember",
    description:
      "Store something in the agent's long-term memory: an event (episodic), a fact (semantic), a feeling (emotional) or how something is done (procedural). One self-contained statement each. A duplicate is merged into the memory that is there.",
    effect: "adds",
    schemas: "storeMemoryOnce",
    run: (service, memory: MemoryToStore) => storeMemoryOnce(service, memory),
  },
  {
    name: "recall",
    title: "Recall",
    description:
      "Search the agent's long-term memory by words and by meaning. The most relevant come first, each with its id for forget and link. A lower threshold finds more.",
    effect: "reads",
    schemas: "searchMemories",
    run: (service, query: SearchMemoriesQuery) => searchMemories(service, query),
  },
  {
    name: "forget",
    title: "Forget",
    description:
      "Erase memories, notes and other rows for good, in two steps. With a filter, such as the ids that recall gives, nothing is erased: the answer is a plan with counts and a planId. Show it to the person, and with their consent call again with the planId alone: the answer is a receipt. What has changed since the plan stays.",
    effect: "erases",
    schemas: "erase",
    run: (service, request: EraseRequest) => erase(service, request),
  },
  {
    name: "link",
    title: "Link memories",
    description:
      "Link a memory to others. With memoryId alone the service detects the links; with autoDetect false it creates the one of targetId and type.",
    effect: "adds",
    schemas: "linkMemory",
    run: (service, links: LinkRequest) => linkMemory(service, links),
  },
  {
    name: "learn",
    title: "Learn",
    description:
      "Add a document to the agent's knowledge, as Markdown or plain text. The same title and source replace the earlier document.",
    effect: "adds",
    schemas: "addKnowledge",
    run: (service, item: KnowledgeToStore) => addKnowledge(service, item),
  },
  {
    name: "ask",
    title: "Ask the knowledge",
    description:
      "Search the agent's documents by a question. Each item found has the passage that answers best. A lower threshold finds more.",
    effect: "reads",
    schemas: "listKnowledge",
    defaults: { limit: 5 },
    omits: { list: "items", field: "content" },
    run: (service, query: ListKnowledgeQuery) => listKnowledge(service, query),
  },
  {
    name: "feed",
    title: "Feed an event",
    description:
      "Tell the agent what happened outside. It feels the event at once, and its next tick reads it.",
    effect: "adds",
    schemas: "feed",
    run: (service, event: FeedEvent) => feed(service, event),
  },
  {
    name: "note",
    title: "Write to the agent",
    description:
      "Write a note or a question to the agent and wait for its reply. Where no reply comes in time it is among the notes later.",
    effect: "adds",
    schemas: "wake",
    defaults: { triggerTick: true, wait: REPLY_SECONDS },
    run: (service, note: WakeNote) => wake(service, note),
  },
  {
    name: "state",
    title: "State",
    description: "How the agent is: mood, health, volatility, time of day, and a summary in its own words.",
    effect: "reads",
    schemas: "getState",
    run: (service) => getState(service),
  },
  {
    name: "thoughts",
    title: "Thoughts",
    description: "The agent's thoughts, newest first.",
    effect: "reads",
    schemas: "listThoughts",
    defaults: { limit: 10 },
    run: (service, query: ListThoughtsQuery) => listThoughts(service, query),
  },
];

/** Runs a tool with its defaults, and leaves out what it omits. */
export async function runTool(tool: Tool, service: Service, input: object): Promise<Record<string, unknown>> {
  const answer: Record<string, unknown> = { ...(await tool.run(service, { ...tool.defaults, ...input })) };
  const { list, field } = tool.omits ?? { list: "", field: "" };
  const items = answer[list];
  if (Array.isArray(items))
    answer[list] = items.map((item: object) =>
      Object.fromEntries(Object.entries(item).filter(([name]) => name !== field)),
    );
  return answer;
}

/** A tool's schemas, from those of its operation. */
export function schemasOf(tool: Tool, operation: (operationId: string) => ToolSchemas): ToolSchemas {
  if (typeof tool.schemas !== "string") return tool.schemas;
  const { input, output } = operation(tool.schemas);
  for (const [name, value] of Object.entries(tool.defaults ?? {})) {
    const property = input.properties?.[name];
    if (property !== undefined) property.default = value;
  }
  if (tool.omits !== undefined) omit(output.properties?.[tool.omits.list]?.items, tool.omits.field);
  return { input, output };
}

function omit(schema: JsonSchema | undefined, field: string): void {
  if (schema?.properties === undefined) return;
  delete schema.properties[field];
  schema.required = (schema.required ?? []).filter((name) => name !== field);
}
