/** Records the document's examples from responses of real services. */
import * as z from "zod";
import type { Examples, Exchange } from "../../convex/api/openapi/examples";
import { fillExample, inRecordingOrder } from "./exampleRequests";
import { FAILURES, type FailureName } from "../../convex/api/openapi/responses";
import type { Route } from "../../convex/api/route";
import { startModelServer, type ModelServer } from "../../test/support/model-server";
import { send, type Answer } from "../../test/support/request";
import { RunningService, type ServiceOptions } from "../../test/support/running-service";

const object = z.record(z.string(), z.unknown());

/** An exchange for each route with an example request, and for each reproducible failure. */
export async function recordExamples(routes: readonly Route[]): Promise<Examples> {
  const operations = await withService({}, (service) => recordOperations(service, routes));
  const model = await startModelServer();
  try {
    const env = { LLM_API_KEY: "any", LLM_BASE_URL: model.baseUrl, RATE_LIMIT_READ: "2" };
    return { operations, failures: await withService({ env }, (service) => recordFailures(service, model)) };
  } finally {
    await model.stop();
  }
}

async function recordOperations(service: RunningService, routes: readonly Route[]) {
  const operations: Record<string, Exchange> = {};
  const posted: Exchange["answer"][] = [];
  for (const route of inRecordingOrder(routes)) {
    const { operationId, example: shown } = route.documentation;
    if (shown === undefined) continue;
    const example = fillExample(shown, posted);
    const query = new URLSearchParams(example.query).toString();
    const filled = route.path.replace("{id}", example.id ?? "");
    const path = query === "" ? filled : `${filled}?${query}`;
    const token = service.tokenFor(route.auth);
    const answer = await send(
      route.method,
      `${service.url}${path}`,
      example.body,
      token === undefined ? {} : { token },
    );
    const body = expectStatus(answer, 200);
    if (route.method !== "GET") posted.push(body);
    operations[operationId] = {
      request: `${route.method} ${path}`,
      ...(example.body === undefined ? {} : { body: example.body }),
      answer: body,
    };
  }
  return inOrderOf(
    routes.map(({ documentation }) => documentation.operationId),
    operations,
  );
}

async function recordFailures(service: RunningService, model: ModelServer): Promise<Examples["failures"]> {
  const { tick, write } = service.tokens;
  const event = { type: "news", content: "The harvest was good." };
  const failures: Partial<Record<FailureName, Exchange>> = {};
  const record = (name: FailureName, request: string, answer: Answer): void => {
    failures[name] = { request, answer: expectStatus(answer, FAILURES[name].status) };
  };

  record(
    "Invalid",
    "POST /feed",
    await service.post("/feed", { ...event, type: "gossip" }, { token: write }),
  );
  record("Unauthorized", "POST /feed", await service.post("/feed", event));
  const foreign = { token: write, headers: { origin: "https://example.org" } };
  record("Forbidden", "POST /feed", await service.post("/feed", event, foreign));
  record("NotFound", "GET /nowhere", await service.get("/nowhere"));
  record("WrongMethod", "DELETE /state", await send("DELETE", `${service.url}/state`, undefined));
  record(
    "BodyTooLarge",
    "POST /feed",
    await service.post("/feed", { ...event, content: "x".repeat(1024 * 1024) }, { token: write }),
  );
  record(
    "NotJson",
    "POST /feed",
    await service.post("/feed", event, { token: write, headers: { "content-type": "text/plain" } }),
  );

  const keyed = { token: write, headers: { "idempotency-key": "5d1c6a52" } };
  expectStatus(await service.post("/feed", event, keyed), 200);
  const other = { ...event, content: "The harvest was poor." };
  record("KeyReused", "POST /feed", await service.post("/feed", other, keyed));

  await model.hold();
  const running = service.post("/tick", undefined, { token: tick });
  await model.seen(1);
  record("TickInProgress", "POST /tick", await service.post("/tick", undefined, { token: tick }));
  await model.set([{ kind: "status", status: 401 }]);
  await model.release();
  await running;
  record("ProviderFailed", "POST /tick", await service.post("/tick", undefined, { token: tick }));

  // A new minute resets the count.
  let refused = await service.get("/state");
  for (let asked = 1; asked < 6 && refused.status === 200; asked++) refused = await service.get("/state");
  record("RateLimited", "GET /state", refused);
  return inOrderOf(Object.keys(FAILURES), failures);
}

async function withService<T>(
  options: ServiceOptions,
  body: (service: RunningService) => Promise<T>,
): Promise<T> {
  const service = await RunningService.start(options);
  try {
    return await body(service);
  } finally {
    await service.dispose();
  }
}

function expectStatus(answer: Answer, status: number): Record<string, unknown> {
  if (answer.status === status) return answer.as(object);
  throw new Error(`Expected ${status}, received ${answer.status}: ${answer.text.slice(0, 500)}`);
}

function inOrderOf<T>(names: readonly string[], values: Readonly<Record<string, T>>): Record<string, T> {
  const known = new Map(Object.entries(values));
  return Object.fromEntries(
    names.flatMap((name): [string, T][] => {
      const value = known.get(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
