/** With READ_TOKEN set, whatever holds data of the agent needs a token: every GET, and every live query. */
import { ConvexHttpClient } from "convex/browser";
import { ConvexError } from "convex/values";
import { makeFunctionReference } from "convex/server";
import { beforeAll, describe, expect, test } from "vitest";
import { connect, getState, listAudit, listMemories } from "../../client";
import { api } from "../../convex/_generated/api.js";
import { routes } from "../../convex/http";
import { inspectApp } from "convex-on-sqlite/codegen";
import { newClient, watch } from "../support/convexClient";
import { keylessApp } from "../support/realApp";
import { send } from "../support/request";
import { startService, type Service } from "../support/service";

const READ_TOKENS = ["first-of-the-read-tokens", "second-of-the-read-tokens"] as const;
/** What a service says of itself. */
const OPEN = ["/health", "/openapi.json"];

let service: Service;
beforeAll(async () => {
  service = await startService({ env: { READ_TOKEN: `${READ_TOKENS[0]},ana:${READ_TOKENS[1]}` } });
});

const refusal = { success: false, code: "UNAUTHORIZED", error: expect.any(String) };

describe("a GET", () => {
  const paths = routes.flatMap(({ method, path }) =>
    method === "GET" ? [path.replace("{id}", "none")] : [],
  );

  test.each(paths.filter((path) => !OPEN.includes(path)))("of %s needs a token", async (path) => {
    for (const method of ["GET", "HEAD"]) {
      const answer = await send(method, `${service.url}${path}`, undefined);
      expect(answer.status).toBe(401);
      expect(answer.headers["www-authenticate"]).toBe("Bearer");
    }
    const wrong = await service.get(path, { token: `${READ_TOKENS[0]}x` });
    expect(wrong.status).toBe(401);
    expect(JSON.parse(wrong.text)).toEqual(refusal);
    const needsTick = ["/audit", "/export", "/settings"].includes(path) || path.startsWith("/webhooks");
    const token = needsTick ? service.tokens.tick : READ_TOKENS[1];
    expect([200, 400, 404]).toContain((await service.get(path, { token })).status);
  });

  test.each(OPEN)("of %s needs none", async (path) => {
    expect((await service.get(path)).status).toBe(200);
  });

  test("takes any token, but for the audit log", async () => {
    for (const token of [...READ_TOKENS, service.tokens.write, service.tokens.tick])
      expect((await service.get("/state", { token })).status).toBe(200);
    expect((await service.get("/audit", { token: READ_TOKENS[0] })).status).toBe(401);
    expect((await service.get("/audit", { token: service.tokens.tick })).status).toBe(200);
  });

  test("of the client sends the read token, or another one that reads", async () => {
    const { tick, write } = service.tokens;
    for (const tokens of [{ read: READ_TOKENS[1] }, { write }, { tick }])
      expect(await getState(connect(service.url, { tokens }))).toHaveProperty("mood");
    await expect(listMemories(connect(service.url))).rejects.toMatchObject({ status: 401 });
    const answer = await listAudit(connect(service.url, { tokens: { tick, read: READ_TOKENS[0] } }));
    expect(answer.total).toEqual(expect.any(Number));
  });
});

test("a read token writes nothing", async () => {
  const event = { type: "news", content: "The harvest was good." };
  expect((await service.post("/feed", event, { token: READ_TOKENS[0] })).status).toBe(401);
});

describe("a live query", () => {
  test("of every name is refused without a token, with an error of the catalogue", async () => {
    const { app } = await inspectApp(keylessApp);
    const open = [...(app.components.get("")?.functions.values() ?? [])].filter(
      ({ visibility, kind }) => visibility === "public" && kind === "query",
    );
    expect(open.length).toBeGreaterThan(3);
    const client = new ConvexHttpClient(service.url, { logger: false });
    for (const { address } of open)
      for (const token of [undefined, "", "wrong-wrong-wrong-wrong"]) {
        const query = makeFunctionReference<"query">(address.name);
        const thrown: unknown = await client
          .query(query, token === undefined ? {} : { token })
          .catch((error: unknown) => error);
        expect([address.name, thrown]).toEqual([address.name, expect.any(ConvexError)]);
        expect(thrown).toMatchObject({ data: refusal });
      }
  });

  test("with a token follows the state", async () => {
    const live = watch(newClient(service.url), api.state.get, { token: READ_TOKENS[1] });
    await live.until(({ health }) => health === 100);
    const event = { type: "news", content: "A terrible, awful disaster.", impact: "high" };
    expect((await service.post("/feed", event, { token: service.tokens.write })).status).toBe(200);
    await live.until(({ health }) => health < 100);
  });
});
