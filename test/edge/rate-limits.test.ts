/** Rate limits of the running service: exact under concurrency, separate by caller, and cheap for any number of callers. */
import { beforeAll, expect, test } from "vitest";
import { watchDatabase } from "../support/database";
import { send, type Answer } from "../support/request";
import { startService, type Service } from "../support/service";
import { until } from "../support/until";

const MINUTE = 60_000;

/** Resolves once the current minute of the clock lasts at least `neededMs` more. */
async function waitForMinuteWithRoom(neededMs: number): Promise<void> {
  await until("a minute that lasts", () => MINUTE - (Date.now() % MINUTE) > neededMs, { deadlineMs: 70_000 });
}

const figure = ({ headers }: Answer, name: string): number =>
  Number(headers[`ratelimit-${name}`] ?? Number.NaN);

const from = (address: string) => ({ headers: { "X-Forwarded-For": `198.51.100.7, ${address}` } });

let service: Service;

beforeAll(async () => {
  service = await startService({
    env: { RATE_LIMIT_READ: "40", RATE_LIMIT_WRITE: "5", RATE_LIMIT_TICK: "2", TRUST_PROXY: "true" },
  });
  await service.get("/openapi.json", from("192.0.2.250"));
});

test("concurrent requests at the limit: exactly that many pass, each with a different remainder", async () => {
  await waitForMinuteWithRoom(10_000);
  const rush = await Promise.all(Array.from({ length: 100 }, () => service.get("/state", from("192.0.2.1"))));
  const served = rush.filter(({ status }) => status === 200);
  const remainders = served.map((answer) => figure(answer, "remaining")).sort((a, b) => a - b);
  expect(remainders).toEqual(Array.from({ length: 40 }, (_, left) => left));
  const refused = rush.filter(({ status }) => status !== 200);
  expect(refused).toHaveLength(60);
  for (const answer of refused) {
    expect(answer.status).toBe(429);
    expect([figure(answer, "limit"), figure(answer, "remaining")]).toEqual([40, 0]);
    expect(answer.headers["retry-after"]).toBe(answer.headers["ratelimit-reset"]);
    expect(figure(answer, "reset")).toBeGreaterThanOrEqual(1);
    expect(figure(answer, "reset")).toBeLessThanOrEqual(60);
  }
});

test("each address behind the proxy has its own count, which its own headers cannot change", async () => {
  await waitForMinuteWithRoom(10_000);
  const spend = async (forwarded: (n: number) => string, address: string) => {
    const one = (n: number) => ({ headers: { "X-Forwarded-For": `${forwarded(n)}, ${address}` } });
    const all = await Promise.all(Array.from({ length: 45 }, (_, n) => service.get("/state", one(n))));
    return all.filter(({ status }) => status === 200).length;
  };
  const claims = (n: number) => `203.0.113.${n}`;
  expect(await Promise.all([spend(claims, "192.0.2.2"), spend(claims, "2001:db8::2")])).toEqual([40, 40]);
});

test("calls of the Convex protocol count as reads, by address behind the proxy", async () => {
  const call = { path: "state:get", args: {} };
  const rush = (address: string) =>
    Promise.all(
      Array.from({ length: 60 }, () => send("POST", `${service.url}/api/query`, call, from(address))),
    );
  for (const answers of await Promise.all([rush("192.0.2.8"), rush("192.0.2.9")])) {
    const served = answers.filter(({ status }) => status === 200).length;
    // A bucket refills meanwhile.
    expect(served).toBeGreaterThanOrEqual(40);
    expect(served).toBeLessThan(60);
    expect(answers.filter(({ status }) => status !== 200 && status !== 429)).toEqual([]);
  }
});

test("each class has its own count, and a token is one caller from any address", async () => {
  await waitForMinuteWithRoom(10_000);
  const { tick, write } = service.tokens;
  const wakes = await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      service.post("/wake", { note: "x" }, { token: write, ...from(`192.0.2.${30 + n}`) }),
    ),
  );
  expect(wakes.filter(({ status }) => status === 200)).toHaveLength(5);
  const feed = await service.post("/feed", { type: "news", content: "x" }, { token: write });
  expect(feed.status).toBe(429);
  const tickAnswer = await service.post("/tick", undefined, { token: tick });
  expect([tickAnswer.status, figure(tickAnswer, "remaining")]).toEqual([200, 1]);
  expect((await service.get("/state", from("192.0.2.3"))).status).toBe(200);
});

test("a GET that needs no token counts for the holder of a right one, of any class", async () => {
  await waitForMinuteWithRoom(10_000);
  const { tick, write } = service.tokens;
  const left = async (address: string, token?: string, path = "/state") => {
    const answer = await service.get(path, { ...from(address), ...(token === undefined ? {} : { token }) });
    expect(answer.status).toBe(200);
    return figure(answer, "remaining");
  };
  expect([await left("192.0.2.61", write), await left("192.0.2.62", write, "/health")]).toEqual([39, 38]);
  expect(await left("192.0.2.61", tick)).toBe(39);
  expect(await left("192.0.2.61")).toBe(39);
  expect(await left("192.0.2.61", "wrong-wrong-wrong-wrong")).toBe(38);
});

test("refused requests write nothing, not even a count", async () => {
  await waitForMinuteWithRoom(10_000);
  await Promise.all(Array.from({ length: 45 }, () => service.get("/state", from("192.0.2.4"))));
  const database = watchDatabase(service.dataDir);
  const before = await database.settled();
  const refused = await Promise.all(
    Array.from({ length: 50 }, () => service.get("/state", from("192.0.2.4"))),
  );
  expect(refused.every(({ status }) => status === 429)).toBe(true);
  expect(await database.settled()).toEqual(before);
  database.close();
});

test("counting reads of many addresses writes nothing", async () => {
  await waitForMinuteWithRoom(10_000);
  const database = watchDatabase(service.dataDir);
  const before = await database.settled();
  const addresses = Array.from({ length: 50 }, (_, n) => `10.0.0.${n}`);
  const answers = await Promise.all(addresses.map((address) => service.get("/state", from(address))));
  expect(answers.map((answer) => figure(answer, "remaining"))).toEqual(addresses.map(() => 39));
  expect(await database.settled()).toEqual(before);
  database.close();
});

test("invalid addresses behind the proxy count for the proxy's own", async () => {
  await waitForMinuteWithRoom(10_000);
  const invalid = ["x".repeat(5_000), "y".repeat(65), "a b", " "];
  const left: number[] = [];
  for (const address of invalid) left.push(figure(await service.get("/state", from(address)), "remaining"));
  expect(left).toEqual([0, 1, 2, 3].map((n) => (left[0] ?? 0) - n));
});
