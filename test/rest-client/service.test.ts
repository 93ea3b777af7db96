/** The client against the real service: each operation, and its browser bundle. */
import { build } from "esbuild";
import { beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import * as Client from "../../client";
import { AnimaError, connect, feed, getHealth, listLogs, runTick, type Service } from "../../client";
import type { Exchange } from "../../convex/api/openapi/examples";
import { fillExample, inRecordingOrder } from "../../scripts/openapi/exampleRequests";
import { answerSchema } from "../../convex/api/openapi/operation";
import { routes } from "../../convex/http";
import { projectRoot } from "../../scripts/start/root";
import { startService } from "../support/service";

let service: Service;
let tokens: { tick: string; write: string };

beforeAll(async () => {
  const running = await startService();
  ({ tokens } = running);
  service = connect(running.url, { tokens });
});

test("every operation answers its example", async () => {
  const called: Readonly<Record<string, unknown>> = Client;
  const posted: Exchange["answer"][] = [];
  let answered = 0;
  for (const route of inRecordingOrder(routes)) {
    const { operationId, example = {} } = route.documentation;
    const operation = called[operationId];
    if (typeof operation !== "function") throw new Error(`The client has no ${operationId}.`);
    const { id, query, body } = fillExample(example, posted);
    // An operation with required input needs an example.
    if (!route.query.safeParse(query ?? {}).success || !route.body.safeParse(body ?? {}).success) continue;
    if (route.path.includes("{id}") && id === undefined) continue;
    const input = route.method === "GET" || route.method === "DELETE" ? query : body;
    const given = [id, input].filter((one) => one !== undefined);
    const answer: unknown = await operation(service, ...given);
    answered += 1;
    if (route.documentation.lines === "answer") {
      expect(answer).toMatch(/^\{.*\}\n$/s);
      continue;
    }
    const checked = z.record(z.string(), z.unknown()).parse(answerSchema(route).parse(answer));
    if (route.method !== "GET") posted.push(checked);
  }
  // All operations except those without an example: what names a webhook, a change set or a plan, and what a tick makes has no id in the
  // answers to writes.
  expect(answered).toBeGreaterThan(routes.length - 9);
});

describe("the client", () => {
  test("sees an event and a tick in the log", async () => {
    const event = { type: "news", content: "The lighthouse was saved.", impact: "high" } as const;
    const { feedId, healthChange } = await feed(service, event);
    expect(feedId).not.toBe("");
    expect(healthChange).toBeGreaterThanOrEqual(0);
    const { detail } = await runTick(service);
    const { logs } = await listLogs(service, { limit: 1 });
    expect(logs[0]?.detail).toBe(detail);
  });

  test("does the work once per key", async () => {
    const once = () => feed(service, { type: "custom", content: "Once." }, { idempotencyKey: "only-once" });
    expect(await once()).toEqual(await once());
  });

  test("throws an error with the service's code", async () => {
    const nobody = connect(service.address);
    const error: unknown = await runTick(nobody).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(AnimaError);
    expect(error).toMatchObject({
      status: 401,
      code: "UNAUTHORIZED",
      requestId: expect.stringMatching(/^[0-9a-f]{16}$/),
    });
  });

  test("leaves it to the service to refuse a number out of range", async () => {
    await expect(listLogs(service, { limit: 101 })).rejects.toMatchObject({ status: 400 });
  });

  test("throws at once where the wait is longer than the maximum", async () => {
    const strict = await startService({ env: { RATE_LIMIT_READ: "1" } });
    const impatient = connect(strict.url, { maxWaitMs: 0 });
    // Three, because a new minute may begin between them.
    const reads = await Promise.allSettled([1, 2, 3].map(() => getHealth(impatient)));
    const refused = reads.flatMap((read) => (read.status === "rejected" ? [read.reason as unknown] : []));
    expect(refused[0]).toMatchObject({ status: 429, code: "RATE_LIMITED" });
  });
});

test("a page that uses one operation bundles only that one, and nothing of Node", async () => {
  const bundled = await build({
    stdin: {
      contents: 'import { connect, getState } from "./client"; console.log(await getState(connect("/")));',
      resolveDir: projectRoot,
      loader: "ts",
    },
    bundle: true,
    minify: true,
    platform: "browser",
    format: "esm",
    target: "es2022",
    write: false,
  });
  const code = bundled.outputFiles[0]?.text ?? "";
  expect(code).toContain('"/state"');
  const others = routes.filter(({ path }) => path !== "/state").map(({ path }) => `"${path}"`);
  for (const path of others) expect(code).not.toContain(path);
  expect(code.length).toBeLessThan(4_000);
});
