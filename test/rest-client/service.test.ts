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
import { parsedMetrics } from "../support/prometheus";
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
  for (const route of inRecordingOrder(routes)) {
    const { operationId, example = {} } = route.documentation;
    const operation = called[operationId];
    if (typeof operation !== "function") throw new Error(`The client has no ${operationId}.`);
    const { id, query, body } = fillExample(example, posted);
    const input = route.method === "GET" || route.method === "DELETE" ? query : body;
    const named = route.path.includes("{id}") ? (id ?? (await FOUND[operationId]?.())) : undefined;
    const given = [named, input].filter((one) => one !== undefined);
    const answer: unknown = await operation(service, ...given);
    if (route.documentation.answerType !== undefined) {
      await expectAnswerOf(route.documentation.answerType, answer);
      continue;
    }
    const checked = z.record(z.string(), z.unknown()).parse(answerSchema(route).parse(answer));
    if (route.method !== "GET") posted.push(checked);
  }
});

/** An id for each operation that names what no answer to an example does: a list has it. */
const FOUND: Readonly<Record<string, () => Promise<string | undefined>>> = {
  undoChange: async () => {
    for (const content of ["The pier opens at nine.", "The pier opens at nine!"])
      await Client.storeMemoryOnce(service, { type: "semantic", content });
    return (await Client.listChanges(service)).changes[0]?._id;
  },
  eraseThought: async () => (await Client.listThoughts(service)).thoughts[0]?._id,
  eraseReminder: async () => {
    await Client.wake(service, { note: "Call Ana.", remindAt: Date.now() + 3_600_000 });
    return (await Client.listReminders(service)).reminders[0]?._id;
  },
  eraseArtifact: async () => {
    await feed(service, { type: "news", content: "A fire has killed three people.", impact: "high" });
    await runTick(service);
    return (await Client.listArtifacts(service)).artifacts[0]?._id;
  },
  eraseLog: async () => (await listLogs(service)).logs[0]?._id,
  deleteWebhook: async () => (await Client.listWebhooks(service)).webhooks[0]?._id,
  listWebhookDeliveries: async () => (await Client.listWebhooks(service)).webhooks[0]?._id,
};

async function expectAnswerOf(type: string, answer: unknown): Promise<void> {
  switch (type) {
    case "text/event-stream": {
      const events = answer as ReturnType<typeof Client.streamEvents>;
      expect((await events.next()).value).toMatchObject({ id: expect.stringMatching(/^evt_/), data: {} });
      await events.return(undefined as never);
      return;
    }
    case "text/plain":
      expect(parsedMetrics(String(answer)).get("anima_agent_health")).toBeGreaterThan(0);
      return;
    default:
      expect(answer).toMatch(/^\{.*\}\n$/s);
  }
}

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
