/** Real responses against the OpenAPI document: statuses, headers and bodies. */
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { internal } from "../../_generated/api";
import { routes } from "../../http";
import { send } from "../../../test/functions/corrections";
import { post, type App } from "../../../test/functions/requests";
import { setup, TICK_TOKEN, WRITE_TOKEN } from "../../../test/functions/setup";
import type { Route } from "../route";
import { fillExample } from "../../../scripts/openapi/exampleRequests";
import { describedResponse, fromDocument, served } from "../../../test/functions/openapiDocument";

describe("real responses", () => {
  const feed = { type: "news", content: "The harvest was good." };
  const memory = { type: "episodic", content: "The harvest was good." };
  const asTick = { Authorization: `Bearer ${TICK_TOKEN}` };
  /** What examples refer to: the answers of requests that make each kind of row, and a memory's second version. */
  const makeAll = async (app: App) => {
    const stored = await (await post(app, "/memories/store", memory)).json();
    await send(app, "PATCH", `/memories/${stored.memoryId}`, { importance: 0.5 });
    const others: [string, object][] = [
      ["/knowledge", { title: "Harvest", content: "The harvest was good." }],
      ["/feed", feed],
      ["/wake", { note: "How was the harvest?" }],
      ["/erase", { text: "harvest" }],
    ];
    const answers = others.map(async ([path, body]) => (await post(app, path, body)).json());
    const made = await Promise.all(answers);
    return [stored, ...made, await (await post(app, "/tick", {}, asTick)).json()];
  };

  test.each(routes.map((route): [string, Route] => [`${route.method} ${route.path}`, route]))(
    "of %s to its example are as described",
    async (name, route) => {
      const app = setup({ RATE_LIMIT_READ: "50", RATE_LIMIT_WRITE: "50", RATE_LIMIT_TICK: "50" });
      // Creates what the example refers to.
      const refers = JSON.stringify(route.documentation.example ?? {}).includes('"{');
      const made = refers ? await makeAll(app) : [];
      const { id, query, body } = fillExample(route.documentation.example ?? {}, made);
      const search = new URLSearchParams(query).toString();
      const path = `${route.path.replace("{id}", id ?? "none")}?${search}`;
      const token = route.auth === "tick" ? TICK_TOKEN : WRITE_TOKEN;
      const answer = await app.fetch(path, {
        method: route.method,
        headers: {
          Authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      // What a tick makes has no example.
      const isUnknown = route.path.includes("{id}") && id === undefined;
      await expectDescribed(name, isUnknown ? 404 : 200, answer);
    },
  );

  test("of non-empty lists match the document", async () => {
    const app = setup();
    await post(app, "/feed", { ...feed, impact: "high" });
    await post(app, "/wake", { note: "Is the pier ready?" });
    await expectDescribed("POST /tick", 200, await post(app, "/tick", {}, asTick));
    await expectDescribed("GET /logs", 200, await app.fetch("/logs"));
    await expectDescribed("GET /artifacts", 200, await app.fetch("/artifacts"));
  });

  const refused: [string, number, (app: App) => Promise<Response>, Record<string, string>?][] = [
    ["GET /state", 400, (app) => app.fetch("/state?color=red")],
    ["GET /openapi.json", 400, (app) => app.fetch("/openapi.json?color=red")],
    ["POST /wake", 400, (app) => post(app, "/wake", {})],
    ["POST /tick", 401, (app) => post(app, "/tick", {})],
    [
      "POST /tick",
      409,
      async (app) => {
        await app.mutation(internal.tick.functions.begin, { trigger: "manual" });
        return post(app, "/tick", {}, asTick);
      },
    ],
    [
      "POST /tick",
      502,
      async (app) => {
        vi.stubGlobal("fetch", () => Promise.resolve(new Response("who are you?", { status: 401 })));
        onTestFinished(() => void vi.unstubAllGlobals());
        return post(app, "/tick", {}, asTick);
      },
      { LLM_API_KEY: "key-of-the-tests", LLM_BASE_URL: "http://model.test/v1" },
    ],
    [
      "PATCH /memories/{id}",
      412,
      async (app) => {
        const [{ memoryId }] = await makeAll(app);
        return send(app, "PATCH", `/memories/${memoryId}`, { importance: 1 }, { "If-Match": "1" });
      },
    ],
    ["POST /feed", 413, (app) => post(app, "/feed", " ".repeat(1024 * 1024 + 1))],
    ["POST /wake", 415, (app) => post(app, "/wake", { note: "x" }, { "Content-Type": "text/plain" })],
    [
      "POST /feed",
      422,
      async (app) => {
        await post(app, "/feed", feed, { "Idempotency-Key": "one" });
        return post(app, "/feed", { ...feed, impact: "low" }, { "Idempotency-Key": "one" });
      },
    ],
    [
      "GET /logs",
      429,
      async (app) => {
        // One of three exceeds the limit even if a new minute begins between them.
        await app.fetch("/logs");
        await app.fetch("/logs");
        return app.fetch("/logs");
      },
      { RATE_LIMIT_READ: "1" },
    ],
    ["GET /state", 500, (app) => app.fetch("/state"), { AGENT_TIMEZONE: "Mars/Olympus" }],
  ];
  test.each(refused)("of %s with status %i match the document", async (name, status, ask, env = {}) => {
    const log = vi.spyOn(console, "error").mockReturnValue();
    await expectDescribed(name, status, await ask(setup(env)));
    log.mockRestore();
  });

  /** Expects this documented status, the required headers, and a body that matches its schema. */
  async function expectDescribed(name: string, status: number, answer: Response): Promise<void> {
    expect(answer.status).toBe(status);
    const described = describedResponse(name, status);
    if (described?.content === undefined) throw new Error(`${name} is not described to answer ${status}`);
    for (const [header, { $ref }] of Object.entries(described.headers)) {
      const { required = false } = served.components.headers[header] ?? {};
      expect($ref).toBe(`#/components/headers/${header}`);
      if (required) expect(answer.headers.get(header), header).not.toBeNull();
    }
    const { schema, type } = described.content;
    expect(answer.headers.get("Content-Type")?.split(";")[0]).toBe(type);
    fromDocument(schema).parse(await bodyOf(answer, type));
  }

  async function bodyOf(answer: Response, type: string): Promise<unknown> {
    if (type === "application/json") return await answer.json();
    if (type !== "text/event-stream") return await answer.text();
    // A stream has no end: its opening is read.
    const reader = answer.body?.getReader();
    const { value } = (await reader?.read()) ?? {};
    await reader?.cancel();
    return new TextDecoder().decode(value);
  }
});
