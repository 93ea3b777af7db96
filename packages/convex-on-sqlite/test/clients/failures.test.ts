/** The data of a ConvexError through every kind of call, to real clients and callers of routes. */
import { ConvexHttpClient } from "convex/browser";
import { ConvexError, convexToJson, jsonToConvex, type JSONValue, type Value } from "convex/values";
import { beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { until } from "../../../../test/support/until";
import { api } from "./app/api";
import { newClient, watch } from "../../../../test/support/convexClient";
import { type HostProcess, startHostProcess } from "./hostProcess";

let host: HostProcess;

beforeAll(async () => {
  host = await startHostProcess();
});

/** Data that would break if encoded twice, or not at all, anywhere. */
const data: Value = {
  code: 7n,
  text: '{"quoted": true} "é"',
  bytes: new Uint8Array([0, 255]).buffer,
  odd: [NaN, -0],
};

const inVault = ["query", "mutation"];

async function thrownBy(call: Promise<unknown>): Promise<unknown> {
  return await call.then(
    () => {
      throw new Error("The call did not fail.");
    },
    (thrown: unknown) => thrown,
  );
}

describe.each([
  ["over the socket", () => newClient(host.url)],
  ["over HTTP", () => new ConvexHttpClient(host.url)],
])("an error's data %s", (_transport, connect) => {
  test.each([
    ["a query", () => connect().query(api.failures.inQuery, { data }), ["query"]],
    [
      "a query in a component's mutation in a mutation",
      () => connect().mutation(api.failures.inMutation, { data }),
      [...inVault, "the app's mutation"],
    ],
    [
      "a query in a mutation in a component's action in an action",
      () => connect().action(api.failures.inAction, { data }),
      [...inVault, "action", "the app's action"],
    ],
    [
      "the same if the app does not catch it",
      () => connect().action(api.failures.uncaught, { data }),
      [...inVault, "action"],
    ],
  ])("arrives complete from %s", async (_what, call, hops) => {
    const thrown = await thrownBy(call());
    expect(thrown).toBeInstanceOf(ConvexError);
    expect((thrown as ConvexError<Value>).data).toStrictEqual({ data, hops });
  });
});

describe("a failed route", () => {
  const hops = [...inVault, "action", "the app's action"];
  const post = (path: string): Promise<Response> =>
    fetch(`${host.url}${path}`, { method: "POST", body: JSON.stringify(convexToJson(data)) });

  test("responds with the data of its error", async () => {
    const response = await post("/fail");
    expect(response.status).toBe(500);
    const body = z
      .object({ code: z.string(), trace: z.string(), data: z.json() })
      .parse(await response.json());
    expect(jsonToConvex(body.data as JSONValue)).toStrictEqual({ data, hops });
    expect(body.trace).toContain("ConvexError");
  });

  test("that catches the error gets its data", async () => {
    const response = await post("/caught");
    expect(response.status).toBe(422);
    expect(jsonToConvex((await response.json()) as JSONValue)).toStrictEqual({ data, hops });
  });
});

describe("a query that starts to fail", () => {
  test("sends subscribers the error, and recovers", async () => {
    const client = newClient(host.url);
    const strict = watch(newClient(host.url), api.messages.strict, { channel: "strict" });
    await strict.until((bodies) => bodies.length === 0);
    await client.mutation(api.messages.send, { channel: "strict", body: "poison" });
    await until("the failure", () => strict.errors.length > 0);
    expect(strict.errors[0]).toBeInstanceOf(ConvexError);
    expect(strict.errors[0]).toMatchObject({ data: { channel: "strict", count: 1n } });
    await client.mutation(api.messages.clear, { channel: "strict" });
    await client.mutation(api.messages.send, { channel: "strict", body: "fine" });
    expect(await strict.until((bodies) => bodies.length === 1)).toEqual(["fine"]);
  });

  test("does not affect the client's other queries", async () => {
    const client = newClient(host.url);
    const strict = watch(client, api.messages.strict, { channel: "beside" });
    const list = watch(client, api.messages.list, { channel: "beside" });
    await client.mutation(api.messages.send, { channel: "beside", body: "poison" });
    expect(list.values.at(-1)).toEqual(["poison"]);
    expect(strict.errors).toHaveLength(1);
  });
});
