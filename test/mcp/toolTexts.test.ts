/** What the tool list tells a model that has read nothing else. */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterEach, expect, test } from "vitest";
import { setup, WRITE_TOKEN } from "../functions/setup";
import { callFor } from "./scriptedModel";

const clients: Client[] = [];
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
});

async function connected() {
  const app = setup();
  const client = new Client({ name: "test", version: "1" });
  clients.push(client);
  await client.connect(
    new StreamableHTTPClientTransport(new URL("http://anima.test/mcp"), {
      requestInit: { headers: { Authorization: `Bearer ${WRITE_TOKEN}` } },
      fetch: (url, init) => app.fetch(new URL(url).pathname, init),
    }),
  );
  return client;
}

/** The model may read so much before it does anything. */
const MOST_BYTES = 16_000;

test("the list is short, and names what is searched alike everywhere", async () => {
  const { tools } = await (await connected()).listTools();
  expect(Buffer.byteLength(JSON.stringify({ tools }))).toBeLessThan(MOST_BYTES);
  const names = tools.flatMap(({ inputSchema }) => Object.keys(inputSchema.properties ?? {}));
  expect(names).not.toContain("q");
  for (const name of ["recall", "ask"])
    expect(tools.find((tool) => tool.name === name)?.inputSchema.required).toEqual(["query"]);
});

const MEMORIES = [
  ["{a}", "The pier is green."],
  ["{b}", "The ferry leaves at nine."],
] as const;

/** Requests as people make them. {a} and {b} are ids of memories, {plan} is that of a plan. */
const REQUESTS: readonly (readonly [request: string, tool: string, answer: object])[] = [
  ["Remember that «deploys go through CI only».", "remember", { deduplicated: false }],
  ["Please keep this decision for later, for the project «acme/shop»: «We use pnpm.»", "remember", {}],
  ["Search the memories for «pier».", "recall", { results: [{ content: "The pier is green." }] }],
  ["Recall what came up before about the question «which colour has the pier»", "recall", {}],
  [
    "The memory «{a}» is wrong. The right text is «The pier is blue.»",
    "correct",
    { version: expect.any(Number) },
  ],
  [
    "Memory «{a}» is out of date, replace its text by «The pier is blue.»",
    "correct",
    { version: expect.any(Number) },
  ],
  ["Change the importance of the memory «{a}» to «0.9».", "update", { importance: 0.9 }],
  [
    "Keep the memory with the id «{b}» pinned, change nothing else.",
    "update",
    { version: expect.any(Number) },
  ],
  ["Delete for good what holds exactly the words «ferry leaves».", "forget", { status: "planned", total: 1 }],
  ["Carry out the plan «{plan}» and erase it.", "forget", { status: "done" }],
  ["The two memories «{a}» and «{b}» belong together: link them.", "link", { totalLinks: 1 }],
  [
    "Add the document with the title «Runbook» and this text: «Roll back with make undo.»",
    "learn",
    { updated: false },
  ],
  ["Look into the documents for the passage that answers «how to roll back».", "ask", {}],
  ["Tell the agent the news of what happened outside: «The storm is over.»", "feed", { stateModified: true }],
  [
    "Write the agent a message and wait «0» seconds for its reply: «Good morning.»",
    "note",
    { acknowledged: true },
  ],
  [
    "Remind me at the time «2030-03-29T14:30» with the message «Renew the domain.»",
    "note",
    { acknowledged: true },
  ],
  ["How does the agent feel, in which mood is it?", "state", { mood: expect.any(String) }],
  ["Read the newest thoughts of the agent.", "thoughts", { hasMore: false }],
];

test("a model that reads only the list chooses the tools and fills in their arguments", async () => {
  const client = await connected();
  const { tools } = await client.listTools();
  const answerOf = async (name: string, input: Record<string, unknown>) => {
    const { content, structuredContent } = await client.callTool({ name, arguments: input });
    return (structuredContent ?? { refused: content }) as Record<string, unknown>;
  };
  for (const [, content] of MEMORIES) await answerOf("remember", { content });
  const outcomes = [];
  for (const [said] of REQUESTS) {
    const ids = new Map<string, unknown>();
    for (const [mark, content] of MEMORIES)
      if (said.includes(mark)) ids.set(mark, (await answerOf("remember", { content })).memoryId);
    if (said.includes("{plan}"))
      ids.set("{plan}", (await answerOf("forget", { query: "The ferry leaves at nine." })).planId);
    const request = said.replaceAll(/\{\w+\}/g, (mark) => String(ids.get(mark)));
    const call = callFor(tools, request);
    outcomes.push([said, call.name, await answerOf(call.name, call.arguments)]);
  }
  expect(outcomes).toMatchObject(REQUESTS);
});
