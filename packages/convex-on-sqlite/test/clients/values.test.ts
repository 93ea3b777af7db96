/** All Convex values through arguments, documents and results, over both transports, in the app and a component. */
import { ConvexHttpClient } from "convex/browser";
import type { Value } from "convex/values";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { until } from "../../../../test/support/until";
import { api } from "./app/api";
import { newClient, watch } from "../../../../test/support/convexClient";
import { type HostProcess, startHostProcess } from "./hostProcess";
import { codePoint } from "../../../../test/support/codePoint";

let host: HostProcess;

beforeAll(async () => {
  host = await startHostProcess();
});

const bytes = (...content: number[]): ArrayBuffer => Uint8Array.from(content).buffer;

const specimens: Record<string, Value> = {
  null: null,
  "the smallest int64": -(2n ** 63n),
  "the largest int64": 2n ** 63n - 1n,
  "an int64 beyond doubles": 2n ** 53n + 1n,
  "negative zero": -0,
  NaN: NaN,
  infinities: [Infinity, -Infinity],
  "the smallest double": Number.MIN_VALUE,
  "the largest double": Number.MAX_VALUE,
  booleans: [true, false],
  "no bytes": bytes(),
  bytes: bytes(0, 1, 127, 128, 255),
  "no text": "",
  "text beyond ASCII": "Zoë 🪴 — \u0000 \ud83d\udc69\u200d\ud83d\udd2c ﷽ \u2028",
  "empty containers": [[], {}],
  "nested values": { list: [{ deep: [[1n, { bytes: bytes(9) }], null] }], NaN, "a b-c.d": -0 },
};

describe("a value", () => {
  test.each(Object.entries(specimens))("is returned unchanged: %s", async (_name, value) => {
    const http = new ConvexHttpClient(host.url);
    const socket = newClient(host.url);
    expect(await http.action(api.values.echo, { value })).toStrictEqual(value);
    expect(await socket.action(api.values.echo, { value })).toStrictEqual(value);
    const { id, value: returned } = await socket.mutation(api.values.keep, { value });
    expect(returned).toStrictEqual(value);
    expect(id).toMatch(/^[0-9a-z]{32}$/);
    // In documents of the app and of the component, over each transport.
    for (const client of [http, socket]) {
      const { app, vault } = await client.query(api.values.kept, {});
      expect([app.at(-1), vault.at(-1)]).toStrictEqual([value, value]);
    }
  });

  test("of any shape is returned unchanged", async () => {
    const client = newClient(host.url);
    const { any } = fc.letrec<{ any: Value }>((tie) => ({
      any: fc.oneof(
        { maxDepth: 4 },
        fc.constant(null),
        fc.boolean(),
        fc.double(),
        fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
        fc.string({ unit: codePoint }),
        fc.uint8Array().map((content) => Uint8Array.from(content).buffer),
        fc.array(tie("any")),
        fc.dictionary(fc.stringMatching(/^[a-zA-Z][ -~]{0,20}$/), tie("any"), { noNullPrototype: true }),
      ),
    }));
    const values: Value[] = [];
    await fc.assert(
      fc.asyncProperty(any, async (value) => {
        values.push(value);
        expect((await client.mutation(api.values.keep, { value })).value).toStrictEqual(value);
      }),
      { numRuns: 100 },
    );
    // From the disk, not from memory.
    await host.kill();
    await host.restart();
    const { app, vault } = await new ConvexHttpClient(host.url).query(api.values.kept, {});
    expect(app.slice(-values.length)).toStrictEqual(values);
    expect(vault.slice(-values.length)).toStrictEqual(values);
  });

  test("is the same for subscribers and the writer", async () => {
    const kept = watch(newClient(host.url), api.values.kept, {});
    await kept.until(() => true);
    const value = { at: [1n, -0, NaN, bytes(1, 2, 3)] };
    await newClient(host.url).mutation(api.values.keep, { value });
    await until("the value", () => kept.values.length === 2);
    expect(kept.values.at(-1)?.vault.at(-1)).toStrictEqual(value);
  });
});

describe("a validated value", () => {
  const args = {
    int64: -1n,
    number: -0,
    bytes: bytes(0, 255),
    text: "é",
    nothing: null,
    list: [1n, true],
    byName: { one: 1, infinite: Infinity },
    nested: {},
  };

  test("is returned unchanged", async () => {
    expect(await newClient(host.url).query(api.values.checked, args)).toStrictEqual(args);
    expect(await new ConvexHttpClient(host.url).query(api.values.checked, args)).toStrictEqual(args);
  });

  test.each([
    ["a number for an int64", { ...args, int64: 1 }],
    ["an int64 for a number", { ...args, number: 1n }],
    ["text for bytes", { ...args, bytes: "AA==" }],
    ["an extra field", { ...args, nested: { other: "x" } }],
  ])("is rejected when it is %s", async (_what, wrong) => {
    const call = new ConvexHttpClient(host.url).query(api.values.checked, wrong as unknown as typeof args);
    await expect(call).rejects.toThrow("ArgumentValidationError");
  });
});
