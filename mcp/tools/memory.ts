/** The tools of memory: remember, recall, correct, update, forget, link. */
import {
  changeMemory,
  erase,
  linkMemory,
  searchMemories,
  storeMemoryOnce,
  type EraseRequest,
  type LinkRequest,
  type Memory,
  type MemoryChanges,
  type MemoryToStore,
  type SearchMemoriesQuery,
} from "../../client";
import { dateText, graded, LEAST } from "../hits";
import { millisecondsOf } from "../input";
import {
  limit,
  memoryId,
  MEMORY_TYPES,
  metadata,
  offset,
  scopeToSearch,
  scopeToStore,
  share,
  threshold,
  type Tool,
} from "../tool";

const content = {
  type: "string",
  maxLength: 16_384,
  description: "One statement that is understood by itself, with names instead of pronouns",
} as const;
const importance = share("How much it matters. Left out of a new memory, it is estimated");
const confidence = share("How sure it is");
const pinned = {
  type: "boolean",
  description: "Whether the agent has it before it whenever it thinks",
} as const;
const type = { type: "string", enum: MEMORY_TYPES } as const;

export const MEMORY_TOOLS: readonly Tool[] = [
  {
    name: "remember",
    title: "Remember",
    description:
      "Store a new memory for later: a fact, a decision, a preference, an event, how something is done. What is already known is not stored twice.",
    effect: "adds",
    operation: "storeMemoryOnce",
    required: ["content"],
    properties: {
      content,
      type: {
        ...type,
        // Most of what agents store are facts, and duplicates are found among memories of one type.
        default: "semantic",
        description:
          "semantic: a fact; episodic: an event; procedural: how something is done; emotional: a feeling",
      },
      scope: scopeToStore,
      importance,
      confidence: { ...confidence, default: 0.8 },
      pinned,
      metadata,
    },
    run: (service, memory: MemoryToStore) => storeMemoryOnce(service, memory),
  },
  {
    name: "recall",
    title: "Recall",
    description:
      "Search the memories by a question or key words. Use it before you answer or decide something that may have come up before. The best come first, each with its memoryId; `weaker` holds those that match less.",
    effect: "reads",
    operation: "searchMemories",
    required: ["query"],
    properties: {
      query: { type: "string", maxLength: 1_024, description: "The question, or words to find" },
      scope: scopeToSearch,
      limit: limit(10),
      offset,
      type: { ...type, description: "Only memories of this type" },
      recency: {
        type: "string",
        enum: ["1h", "24h", "7d", "30d"],
        description: "Only memories of the last hour, day, week or month",
      },
      entity: { type: "string", maxLength: 256, description: "Only memories that name this" },
      sentiment: {
        type: "string",
        enum: ["positive", "negative", "neutral"],
        description: "Only memories of this mood",
      },
      metadata: {
        type: "object",
        additionalProperties: { type: "string" },
        description: "Only memories with these values in their metadata",
      },
      threshold,
    },
    run: async (service, { query, threshold, metadata = {}, ...filter }: Recall) => {
      const pairs = Object.entries(metadata).map(([key, value]) => [`metadata.${key}`, value]);
      const request = { ...filter, ...Object.fromEntries(pairs), q: query, threshold: threshold ?? LEAST };
      const { results } = await searchMemories(service, request);
      const hits = results.map(({ memory, similarity }) => ({ ...recalled(memory), similarity }));
      return graded(hits, threshold);
    },
  },
  {
    name: "correct",
    title: "Correct a memory",
    description:
      "Replace the text of a memory that is wrong or out of date. Its id stays, and the former text stays in its history.",
    effect: "changes",
    operation: "changeMemory",
    required: ["memoryId", "content"],
    properties: { memoryId, content: { ...content, description: "The right text, whole" } },
    run: async (service, { memoryId, content }: { memoryId: string; content: string }) => ({
      memoryId,
      ...(await changeMemory(service, memoryId, { content })),
    }),
  },
  {
    name: "update",
    title: "Update a memory's fields",
    description:
      "Change the fields of a memory, such as its importance, confidence, type, metadata or whether it is pinned. The text stays: correct changes that.",
    effect: "changes",
    operation: "changeMemory",
    required: ["memoryId"],
    requiresOneOf: ["type", "importance", "confidence", "pinned", "metadata"],
    properties: {
      memoryId,
      type,
      importance: share("How much it matters"),
      confidence,
      pinned,
      metadata: { ...metadata, description: "Replaces all of its metadata" },
    },
    run: async (service, { memoryId, ...changes }: { memoryId: string } & MemoryChanges) => ({
      memoryId,
      ...(await changeMemory(service, memoryId, changes)),
    }),
  },
  {
    name: "forget",
    title: "Forget",
    description:
      "Erase or delete memories, notes and the like for good, in two steps. First name what to erase, such as ids or a query: nothing is erased, the answer is a plan with counts and a planId. Show it to the person, and with their consent call again with the planId alone.",
    effect: "erases",
    operation: "erase",
    required: [],
    requiresOneOf: ["ids", "query", "from", "entity", "since", "until", "scope", "planId"],
    properties: {
      ids: {
        type: "array",
        items: { type: "string" },
        maxItems: 256,
        description: "The ids of what to erase",
      },
      query: {
        type: "string",
        maxLength: 1_024,
        description: "What holds exactly these words in this order",
      },
      from: {
        type: "string",
        maxLength: 128,
        description: "Notes of this sender, and what was learned from them",
      },
      entity: { type: "string", maxLength: 256, description: "Memories that name this" },
      since: { type: "string", format: "date", description: "Only later than this date, such as 2026-03-29" },
      until: { type: "string", format: "date", description: "Only earlier than this date" },
      scope: { type: "string", maxLength: 128, description: "Only this project's or person's" },
      derived: { type: "boolean", description: "Also what the agent derived from it" },
      planId: { type: "string", description: "The plan to carry out, alone" },
    },
    run: (service, { query, since, until, ...request }: Forget) =>
      erase(service, {
        ...request,
        ...(query === undefined ? {} : { text: query }),
        ...(since === undefined ? {} : { since: millisecondsOf(since) }),
        ...(until === undefined ? {} : { until: millisecondsOf(until) }),
      }),
  },
  {
    name: "link",
    title: "Link memories",
    description:
      "Link two memories that belong together, or with memoryId alone let the service find what a memory is connected to.",
    effect: "adds",
    operation: "linkMemory",
    required: ["memoryId"],
    properties: {
      memoryId: { type: "string", description: "The memory that the links lead out of" },
      targetId: { type: "string", description: "The memory to link it to" },
      type: {
        type: "string",
        enum: ["caused_by", "related_to", "elaborates", "contradicts"],
        description: "How it relates to the target. Left out, related_to",
      },
      strength: share("How closely they belong together"),
      confidence: share("How sure the link is"),
    },
    run: (service, links: LinkRequest) =>
      linkMemory(
        service,
        links.targetId === undefined ? links : { type: "related_to", ...links, autoDetect: false },
      ),
  },
];

type Recall = Omit<SearchMemoriesQuery, "q"> & {
  readonly query: string;
  readonly metadata?: Readonly<Record<string, string>>;
};

type Forget = Omit<EraseRequest, "text" | "since" | "until"> & {
  readonly query?: string;
  readonly since?: string;
  readonly until?: string;
};

/** What a model needs of a memory. */
function recalled({ _id, content, type, createdAt, metadata, scope, pinned, correctedBy }: Memory) {
  const { entities: _entities, language: _language, ...told } = metadata;
  return {
    memoryId: _id,
    content,
    type,
    createdAt: dateText(createdAt),
    ...(scope === undefined ? {} : { scope }),
    ...(pinned === undefined ? {} : { pinned }),
    ...(correctedBy === undefined ? {} : { correctedBy }),
    ...(Object.keys(told).length === 0 ? {} : { metadata: told }),
  };
}
