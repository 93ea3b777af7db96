/** The client against the real service, for every operation, and bundled for a browser. */
import { build } from "esbuild";
import { beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import * as Client from "../../client";
import { AnimaError, connect, feed, getHealth, listLogs, runTick, type Service } from "../../client";
import { filledIn, inRecordingOrder, type Exchange } from "../../convex/api/openapi/examples";
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

test("every operation responds to its example in the OpenAPI document", async () => {
  const called: Readonly<Record<string, unknown>> = Client;
  const posted: Exchange["answer"][] = [];
  let answered = 0;
  for (const route of inRecordingOrder(routes)) {
    const { operationId, example = {} } = route.documentation;
    const operation = called[operationId];
    if (typeof operation !== "function") throw new Error(`The client has no ${operationId}.`);
    const { query, body } = filledIn(example, posted);
    // An example has all required fields, or the operation has no example.
    if (!route.query.safeParse(query ?? {}).success || !route.body.safeParse(body ?? {}).success) continue;
    const input = route.method === "GET" ? query : body;
    const answer: unknown = await operation(service, ...(input === undefined ? [] : [input]));
    const checked = z.record(z.string(), z.unknown()).parse(answerSchema(route).parse(answer));
    if (route.method === "POST") posted.push(checked);
    answered += 1;
  }
  // All except operations whose examples would need existing ids.
  expect(answered).toBeGreaterThan(routes.length - 3);
});

describe("the typed client", () => {
  test("finds fed events and ticks in the log", async () => {
    const event = { type: "news", content: "The lighthouse was saved.", impact: "high" } as const;
    const { feedId, healthChange } = await feed(service, event);
    expect(feedId).not.toBe("");
    expect(healthChange).toBeGreaterThanOrEqual(0);
    const { detail } = await runTick(service);
    const { logs } = await listLogs(service, { limit: 1 });
    expect(logs[0]?.detail).toBe(detail);
  });

  test("does the work once for one key", async () => {
    const once = () => feed(service, { type: "custom", content: "Once." }, { idempotencyKey: "only-once" });
    expect(await once()).toEqual(await once());
  });

  test("throws an error with the service's code for a refusal", async () => {
    const nobody = connect(service.address);
    const error: unknown = await runTick(nobody).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(AnimaError);
    expect(error).toMatchObject({
      status: 401,
      code: "UNAUTHORIZED",
      requestId: expect.stringMatching(/^[0-9a-f]{16}$/),
    });
  });

  test("leaves range checks to the service", async () => {
    await expect(listLogs(service, { limit: 101 })).rejects.toMatchObject({ status: 400 });
  });

  test("throws at once if the wait would exceed its limit", async () => {
    const strict = await startService({ env: { RATE_LIMIT_READ: "1" } });
    const impatient = connect(strict.url, { maxWaitMs: 0 });
    // Three requests, because a new minute may begin between two of them.
    const reads = await Promise.allSettled([1, 2, 3].map(() => getHealth(impatient)));
    const refused = reads.flatMap((read) => (read.status === "rejected" ? [read.reason as unknown] : []));
    expect(refused[0]).toMatchObject({ status: 429, code: "RATE_LIMITED" });
  });
});

test("a bundle that uses one operation contains only that one, and no Node modules", async () => {
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
