/** POST /mcp: the protocol's own client against the real functions, with both kinds of revision. */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterEach, describe, expect, test } from "vitest";
import { holdMinute } from "../../test/functions/holdMinute";
import { expectFailure, post, type App } from "../../test/functions/requests";
import { setup, WRITE_TOKEN } from "../../test/functions/setup";

const clients: Client[] = [];
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
});

/** `auto` speaks 2026-07-28, `legacy` 2025-11-25. */
type Era = "auto" | "legacy";
const ERAS: readonly Era[] = ["auto", "legacy"];

async function connected(app: App, era: Era, token: string | null = WRITE_TOKEN): Promise<Client> {
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: era } });
  clients.push(client);
  await client.connect(
    new StreamableHTTPClientTransport(new URL("http://anima.test/mcp"), {
      requestInit: { headers: token === null ? {} : { Authorization: `Bearer ${token}` } },
      fetch: (url, init) => app.fetch(new URL(url).pathname, init),
    }),
  );
  return client;
}

interface Called {
  readonly isError: boolean;
  readonly text: string;
  readonly answer: Record<string, unknown>;
}

async function call(client: Client, name: string, input: Record<string, unknown> = {}): Promise<Called> {
  const { isError = false, content, structuredContent } = await client.callTool({ name, arguments: input });
  const [first] = content;
  if (first?.type !== "text") throw new Error("The result has no text.");
  return { isError, text: first.text, answer: { ...(structuredContent as object) } };
}

describe.each(ERAS)("a client (%s)", (era) => {
  test("lists tools with schemas that are complete in themselves, and how each behaves", async () => {
    const client = await connected(setup(), era);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(
      "remember recall correct update forget link learn ask feed note state thoughts".split(" "),
    );
    expect(JSON.stringify(tools)).not.toContain("$ref");
    for (const { inputSchema } of tools) expect(inputSchema.type).toBe("object");
    const annotated = Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations]));
    expect(annotated).toMatchObject({
      recall: { readOnlyHint: true },
      remember: { readOnlyHint: false, destructiveHint: false },
      correct: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
      forget: { readOnlyHint: false, destructiveHint: true },
    });
  });

  test("remembers, recalls and links", async () => {
    const client = await connected(setup(), era);
    const stored = await call(client, "remember", { type: "semantic", content: "The pier is green." });
    await call(client, "remember", { type: "semantic", content: "The pier is painted green by Mara." });
    const { answer } = await call(client, "recall", { query: "Which colour is the pier?", threshold: 0 });
    expect(answer.results).toEqual(
      expect.arrayContaining([expect.objectContaining({ memoryId: stored.answer.memoryId })]),
    );
    const linked = await call(client, "link", { memoryId: stored.answer.memoryId });
    expect(linked.answer.totalLinks).toBe(1);
  });

  test("erases only what a plan showed", async () => {
    const app = setup();
    const client = await connected(app, era);
    const stored = await call(client, "remember", { type: "episodic", content: "A secret of Ada's." });
    const id = String(stored.answer.memoryId);
    const { answer: plan } = await call(client, "forget", { ids: [id] });
    expect(plan).toMatchObject({ status: "planned", total: 1, counts: { memory: 1 } });
    expect((await app.fetch(`/memories/${id}`)).status).toBe(200);

    await app.fetch(`/memories/${id}`, {
      method: "PATCH",
      headers: { Authorization: `Bearer ${WRITE_TOKEN}`, "Content-Type": "application/json" },
      body: JSON.stringify({ content: "A secret of Mara's." }),
    });
    const outdated = await call(client, "forget", { planId: plan.planId });
    expect(outdated.answer).toMatchObject({ receipt: { erased: { memory: 0 }, changed: 1 } });

    const { answer: anew } = await call(client, "forget", { ids: [id] });
    const receipt = await call(client, "forget", { planId: anew.planId });
    expect(receipt.answer).toMatchObject({ status: "done", receipt: { erased: { memory: 1 }, changed: 0 } });
    expect((await app.fetch(`/memories/${id}`)).status).toBe(404);
  });

  test("learns a document and asks it, without its whole text", async () => {
    const client = await connected(setup(), era);
    await call(client, "learn", { title: "Ferry", content: "The ferry leaves at nine on weekdays." });
    const { answer } = await call(client, "ask", { query: "When does the ferry leave?", threshold: 0 });
    expect(answer.results).toEqual([
      expect.objectContaining({ title: "Ferry", passage: expect.stringContaining("at nine") }),
    ]);
    expect(JSON.stringify(answer.results)).not.toContain('"content"');
  });

  test("feeds, and reads state, thoughts and resources", async () => {
    const client = await connected(setup(), era);
    const fed = await call(client, "feed", { type: "news", content: "A wonderful day!", impact: "high" });
    expect(fed.answer.stateModified).toBe(true);
    expect((await call(client, "state")).answer.mood).toEqual(expect.any(String));
    expect((await call(client, "thoughts")).answer.total).toBe(0);
    const { resources } = await client.listResources();
    for (const { uri } of resources) {
      const { contents } = await client.readResource({ uri });
      expect(contents).toEqual([expect.objectContaining({ uri, mimeType: "application/json" })]);
    }
    expect(resources.map(({ uri }) => uri)).toEqual([
      "anima://state",
      "anima://themes",
      "anima://log/latest",
    ]);
  });

  test("corrects a memory's text and its fields, and the former ones stay in its history", async () => {
    const app = setup();
    const client = await connected(app, era);
    const { answer } = await call(client, "remember", { content: "The pier is green." });
    const memoryId = String(answer.memoryId);
    const corrected = await call(client, "correct", { memoryId, content: "The pier is blue." });
    expect(corrected).toMatchObject({ isError: false, answer: { memoryId, version: 2 } });
    await call(client, "update", { memoryId, importance: 0.9, type: "episodic", pinned: true });
    expect(await (await app.fetch(`/memories/${memoryId}`)).json()).toMatchObject({
      ...{ content: "The pier is blue.", importance: 0.9, type: "episodic", pinned: true },
    });
    const { versions } = await (await app.fetch(`/memories/${memoryId}/history`)).json();
    expect(versions).toMatchObject([
      { content: "The pier is blue.", type: "semantic" },
      { content: "The pier is green." },
    ]);
    const none = await call(client, "correct", { memoryId: "none", content: "Red." });
    expect(none).toMatchObject({ isError: true, text: expect.stringMatching(/^NOT_FOUND: /) });
  });

  test("gets what matches less under a heading of its own, unless it sets a threshold", async () => {
    const client = await connected(setup(), era);
    await call(client, "remember", { content: "Packages are installed with pnpm, never with npm." });
    await call(client, "remember", { content: "The pier is green." });
    const { answer } = await call(client, "recall", {
      query: "which package manager do the maintainers of this repository prefer",
    });
    expect(answer).toMatchObject({
      ...{ results: [], hint: expect.stringContaining("weaker") },
      weaker: [{ content: "Packages are installed with pnpm, never with npm." }],
    });
    const strict = await call(client, "recall", {
      query: "which package manager do the maintainers of this repository prefer",
      threshold: 0.6,
    });
    expect(strict.answer).toEqual({ results: [], hint: expect.stringContaining("threshold") });
    await call(client, "learn", { title: "Runbook", content: "# Rollback\n\nRun make undo." });
    const asked = await call(client, "ask", { query: "How do I roll back? rollback" });
    expect([asked.answer.results, asked.answer.weaker].flat()).toMatchObject([{ title: "Runbook" }]);
  });

  test("is told all faults of a call at once, a missing token and an unknown name", async () => {
    const app = setup();
    const client = await connected(app, era);
    const wrong = await call(client, "recall", { q: "pier", limit: 1000, threshold: "high" });
    expect(wrong.isError).toBe(true);
    expect(wrong.text.split("\n")).toEqual([
      expect.stringMatching(/^VALIDATION_ERROR: 4 faults/),
      '- "q" is unknown: did you mean "query"?',
      expect.stringMatching(/^- query: is required: /),
      "- limit: must be a whole number from 1 to 100; received 1000",
      "- threshold: must be a number from 0 to 1",
    ]);
    const stranger = await connected(app, era, null);
    const refused = await call(stranger, "feed", { type: "news", content: "Rain." });
    expect(refused).toMatchObject({ isError: true, text: expect.stringMatching(/^UNAUTHORIZED: /) });
    expect((await call(stranger, "state")).isError).toBe(false);
    await expect(client.callTool({ name: "dance" })).rejects.toThrow("dance");
    await expect(client.readResource({ uri: "anima://nothing" })).rejects.toThrow();
  });

  test("is refused with a wrong token", async () => {
    const wrong = connected(setup(), era, "not-the-token-of-this-service");
    await expect(wrong).rejects.toMatchObject({ data: { status: 401 } });
  });

  test("has the rate limits of the requests that its tools stand for", async () => {
    holdMinute();
    const app = setup({ RATE_LIMIT_WRITE: "1" });
    const client = await connected(app, era);
    expect((await call(client, "feed", { type: "news", content: "Sun." })).isError).toBe(false);
    const second = await call(client, "feed", { type: "news", content: "Sun again." });
    expect(second).toMatchObject({ isError: true, text: expect.stringMatching(/^RATE_LIMITED: /) });
    expect((await call(client, "state")).isError).toBe(false);
  });
});

test("two clients of different revisions share the agent", async () => {
  const app = setup();
  const [ada, ben] = await Promise.all([connected(app, "auto"), connected(app, "legacy")]);
  const contents = Array.from({ length: 6 }, (_, i) => `Boat ${i + 1} came in.`);
  await Promise.all(
    contents.map((content, i) => call(i % 2 === 0 ? ada : ben, "remember", { type: "episodic", content })),
  );
  const found = await Promise.all(
    [ada, ben].map((client) => call(client, "recall", { query: "boat came in", threshold: 0 })),
  );
  for (const { answer } of found) expect(answer.results).toHaveLength(contents.length);
});

describe("a message that calls no endpoint", () => {
  const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
  const headers = { Accept: "application/json, text/event-stream" };

  test("counts as a read", async () => {
    holdMinute();
    const app = setup({ RATE_LIMIT_READ: "1" });
    expect((await post(app, "/mcp", ping, headers)).status).toBe(200);
    await expectFailure(await post(app, "/mcp", ping, headers), 429, "RATE_LIMITED");
  });

  test("with a wrong token is 401, and counts against the address", async () => {
    holdMinute();
    const app = setup({ RATE_LIMIT_READ: "2" });
    for (const authorization of ["Bearer wrong-wrong-wrong-wrong", "Basic x"]) {
      const response = await post(app, "/mcp", ping, { ...headers, Authorization: authorization });
      await expectFailure(response, 401, "UNAUTHORIZED");
      expect(response.headers.get("WWW-Authenticate")).toBe("Bearer");
    }
    const third = await post(app, "/mcp", ping, { ...headers, Authorization: "Bearer x" });
    await expectFailure(third, 429, "RATE_LIMITED");
    expect((await post(app, "/mcp", ping, headers)).status).toBe(200);
  });

  test("is refused in the protocol's terms where it is none", async () => {
    const response = await post(setup(), "/mcp", "{", headers);
    expect(response.status).toBe(400);
    expect((await response.json()).error.code).toBe(-32700);
  });

  test("has no stream to open", async () => {
    await expectFailure(await setup().fetch("/mcp"), 405, "NOT_FOUND");
  });
});
