/** What other programs export, as memories. The fixtures have the shape of the real files, with invented content. */
import { describe, expect, test } from "vitest";
import { formatOf, foreignLines } from "./formats";

const MEM0 = {
  results: [
    {
      ...{ id: "892db2ae-06d9-49e5-8b3e-585ef9b85b8c", memory: "Likes to play cricket on weekends." },
      ...{ hash: "9acb", metadata: { category: "hobbies" }, score: null, user_id: "ana" },
      ...{ created_at: "2024-07-26T08:44:41.039788-07:00", updated_at: null },
    },
    {
      id: "b",
      memory: "Works at the harbour.",
      metadata: null,
      agent_id: "helper",
      created_at: "2024-07-26T08:44:41",
    },
  ],
};

/** Of Letta's servers since 2025. */
const AGENT_FILE = {
  agents: [
    {
      ...{
        id: "agent-0",
        name: "Sam",
        block_ids: ["block-0"],
        in_context_message_ids: ["message-0"],
        tool_ids: [],
      },
      messages: [
        { id: "message-0", role: "system", content: [{ type: "text", text: "You are Sam." }] },
        {
          ...{ id: "message-1", role: "user", created_at: "2025-06-01T10:00:00+00:00", type: "message" },
          content: [{ type: "text", text: '{"type":"user_message","message":"I am Brad.","time":"10:00"}' }],
        },
        { id: "message-2", role: "user", content: '{"type":"heartbeat","reason":"timer"}' },
        { id: "message-3", role: "assistant", content: [{ type: "text", text: "Hello Brad." }] },
        { id: "message-4", role: "tool", content: [{ type: "text", text: "{}" }] },
      ],
    },
  ],
  groups: [],
  blocks: [{ id: "block-0", label: "human", value: "Name: Brad.", limit: 5000 }],
  ...{ files: [], sources: [], tools: [], mcp_servers: [], metadata: {}, created_at: null },
};

/** Of the first agent files. */
const EARLY_AGENT_FILE = {
  ...{ agent_type: "memgpt_agent", name: "Sam", in_context_message_indices: [0], version: "0.6.47" },
  core_memory: [
    { label: "human", value: "Name: Brad.", limit: 5000, created_at: "2025-04-01T10:00:00+00:00" },
    { label: "empty", value: "", limit: 5000 },
  ],
  messages: [
    {
      role: "user",
      content: [{ type: "text", text: "I am Brad." }],
      created_at: "2025-04-01T11:00:00+00:00",
    },
  ],
};

const PASSAGES = [
  {
    ...{ id: "passage-1", text: "Brad's dog is called Rex.", tags: ["dog"], metadata: { page: 2 } },
    ...{ created_at: "2025-05-01T10:00:00Z", embedding: [0.1, 0.2], archive_id: "archive-1" },
  },
];

const node = (id: string, parent: string | null, children: string[], role?: string, more: object = {}) => ({
  [id]: {
    ...{ id, parent, children },
    message:
      role === undefined
        ? null
        : {
            ...{
              id,
              author: { role, name: null, metadata: {} },
              create_time: 1_706_745_600.5,
              update_time: null,
            },
            content: { content_type: "text", parts: [`${role} says ${id}`] },
            ...{ status: "finished_successfully", weight: 1, recipient: "all", metadata: {} },
            ...more,
          },
  },
});

const CHATGPT = [
  {
    ...{ title: "Ferries", create_time: 1_706_745_000, update_time: 1_706_746_000, moderation_results: [] },
    mapping: {
      ...node("root", null, ["sys"]),
      ...node("sys", "root", ["q1", "q1b"], "system", { weight: 0 }),
      ...node("q1", "sys", ["a1"], "user"),
      ...node("a1", "q1", [], "assistant"),
      ...node("q1b", "sys", ["call"], "user", {
        content: {
          content_type: "multimodal_text",
          parts: [{ asset_pointer: "file-service://x" }, "What is this?"],
        },
      }),
      ...node("call", "q1b", ["a1b"], "assistant", { recipient: "browser" }),
      ...node("a1b", "call", [], "assistant"),
    },
    ...{ current_node: "a1b", conversation_id: "8f3a2b1c", default_model_slug: "gpt-4o", id: "8f3a2b1c" },
  },
];

test("each format is recognised", () => {
  expect([MEM0, MEM0.results, AGENT_FILE, EARLY_AGENT_FILE, PASSAGES, CHATGPT].map(formatOf)).toEqual(
    "mem0 mem0 letta letta letta chatgpt".split(" "),
  );
  expect([{}, [], null, 7, "text", [{}]].map(formatOf)).toEqual([null, null, null, null, null, null]);
  expect(formatOf({ kind: "memories", seq: 0 })).toBe("anima");
});

describe("memories", () => {
  test("of mem0 keep their moment and their metadata, and belong to their user", () => {
    expect(foreignLines("mem0", MEM0)).toEqual([
      {
        ...{ kind: "told", source: "mem0", export: 0, seq: 0, id: MEM0.results[0]?.id, type: "semantic" },
        content: "Likes to play cricket on weekends.",
        createdAt: Date.UTC(2024, 6, 26, 15, 44, 41, 39),
        scope: "ana",
        metadata: JSON.stringify({ category: "hobbies", source: "mem0", hash: "9acb" }),
      },
      expect.objectContaining({ scope: "helper", createdAt: Date.UTC(2024, 6, 26, 8, 44, 41) }),
    ]);
  });

  test("of a Letta agent are its blocks, and what user and assistant said", () => {
    const told = (file: unknown) => foreignLines("letta", file).map(({ content, type }) => [type, content]);
    expect(told(AGENT_FILE)).toEqual([
      ["semantic", "Name: Brad."],
      ["episodic", "I am Brad."],
      ["episodic", "Hello Brad."],
    ]);
    expect(told(EARLY_AGENT_FILE)).toEqual([
      ["semantic", "Name: Brad."],
      ["episodic", "I am Brad."],
    ]);
    expect(foreignLines("letta", AGENT_FILE).map(({ confidence }) => confidence)).toEqual([
      undefined,
      undefined,
      0.5,
    ]);
  });

  test("of Letta's archive are its passages", () => {
    expect(foreignLines("letta", PASSAGES)).toMatchObject([
      {
        ...{ id: "passage-1", content: "Brad's dog is called Rex." },
        createdAt: Date.UTC(2025, 4, 1, 10),
        metadata: JSON.stringify({ page: 2, source: "letta", tags: ["dog"] }),
      },
    ]);
  });

  test("of ChatGPT are the branch that was shown last, without what tools were told", () => {
    expect(foreignLines("chatgpt", CHATGPT).map(({ content }) => content)).toEqual([
      "What is this?",
      "assistant says a1b",
    ]);
    const [first] = foreignLines("chatgpt", CHATGPT);
    expect(first).toMatchObject({ id: "q1b", type: "episodic", createdAt: 1_706_745_600_500 });
    expect(JSON.parse(first?.metadata ?? "")).toEqual({
      ...{ source: "chatgpt", role: "user", conversation: "Ferries", conversationId: "8f3a2b1c" },
    });
  });

  test("of long texts are several, and their ids differ", () => {
    const long = [{ id: "a", memory: "🚢".repeat(40_000) }];
    expect(foreignLines("mem0", long).map(({ id, content }) => [id, Array.from(content).length])).toEqual([
      ["a", 16_384],
      ["a#2", 16_384],
      ["a#3", 7_232],
    ]);
  });
});
