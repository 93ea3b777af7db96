/** Code knows its call through all that it waits for, and nothing else does. */
import * as fc from "fast-check";
import { AsyncLocalStorage } from "node:async_hooks";
import { readFile } from "node:fs";
import { describe, expect, it } from "vitest";
import { testContext } from "../../test/testContext";
import { hostGlobals } from "./guards";
import { currentContext, runInContext } from "./runningCall";

const { setTimeout: after, setImmediate: soon, queueMicrotask: next, AbortSignal: Signal } = hostGlobals;
const running = (): string | undefined => currentContext()?.address.name;
const callOf = (name: string, inNode = false) =>
  testContext("action", { address: { componentPath: "", name }, inNode });

/** Ways to go on later. */
const WAYS: Readonly<Record<string, (goOn: () => void) => void>> = {
  then: (goOn) => void Promise.resolve().then(goOn),
  await: (goOn) => void (async () => (await null, goOn()))(),
  rejected: (goOn) => void Promise.reject(new Error("no")).catch(goOn),
  finally: (goOn) => void Promise.resolve().finally(goOn),
  thenable: (goOn) => void (async () => (await { then: (done: () => void) => done() }, goOn()))(),
  race: (goOn) => void Promise.race([new Promise(() => undefined), digest()]).then(goOn),
  stream: (goOn) => void new Response("text").text().then(goOn),
  timer: (goOn) => void after(goOn, 0),
  immediate: (goOn) => void soon(goOn),
  microtask: (goOn) => next(goOn),
  signal: (goOn) => Signal.timeout(1).addEventListener("abort", goOn),
};
const digest = (): Promise<unknown> => crypto.subtle.digest("SHA-256", new Uint8Array(4));

/** Goes these ways one after the other, and resolves with what `look` saw at each step. */
function walk<T>(ways: readonly string[], look: () => T): Promise<T[]> {
  return new Promise((resolve) => {
    const seen: T[] = [];
    const step = (i: number): void => {
      seen.push(look());
      const way = WAYS[ways[i] ?? ""];
      if (way === undefined) resolve(seen);
      else way(() => step(i + 1));
    };
    step(0);
  });
}

describe("the running call", () => {
  const way = fc.constantFrom(...Object.keys(WAYS));
  const ways = fc.array(way, { maxLength: 8 });
  const numRuns = 60;

  it("is known whatever code waits for, beside others", async () => {
    const several = fc.array(ways, { minLength: 1, maxLength: 6 });
    const property = fc.asyncProperty(several, async (walks) => {
      const seen = await Promise.all(
        walks.map((each, i) => runInContext(callOf(`call ${i}`), () => walk(each, running))),
      );
      for (const [i, names] of seen.entries())
        expect([i, new Set(names)]).toEqual([i, new Set([`call ${i}`])]);
      expect(running()).toBeUndefined();
    });
    await fc.assert(property, { numRuns });
  });

  it("is the one that AsyncLocalStorage knows, also where calls call others", async () => {
    const storage = new AsyncLocalStorage<string>();
    const look = () => [running(), storage.getStore()] as const;
    const property = fc.asyncProperty(ways, async (each) => {
      const nested = async (depth: number): Promise<(readonly [string?, string?])[]> => {
        const name = `at depth ${depth}`;
        return await storage.run(name, () =>
          runInContext(callOf(name), async () => {
            const before = await walk(each, look);
            const inner = depth === 0 ? [] : await nested(depth - 1);
            return [...before, ...inner, look(), ...(await walk(each, look))];
          }),
        );
      };
      const seen = await nested(2);
      expect(seen.length).toBe(3 * (2 * (each.length + 1) + 1));
      for (const [name, stored] of seen) expect(name).toBe(stored);
    });
    await fc.assert(property, { numRuns }).finally(() => storage.disable());
  });

  it("is not that of code which waits for what a call has made", async () => {
    const given = runInContext(callOf("maker"), async () => {
      await null;
      return running();
    });
    expect(running()).toBeUndefined();
    expect([await given, running()]).toEqual(["maker", undefined]);
    expect(await given.then(running)).toBeUndefined();
  });

  it("is known in a Node action's callbacks of any kind, and by no default action after it", async () => {
    const reads = (): Promise<string | undefined> =>
      new Promise((resolve) => readFile(import.meta.filename, () => resolve(running())));
    const timed = (): Promise<string | undefined> =>
      new Promise((resolve) => setTimeout(() => resolve(running()), 0));
    const inNode = runInContext(callOf("node", true), async () => [await reads(), await timed(), running()]);
    const beside = runInContext(callOf("default"), () => walk(Object.keys(WAYS), running));
    expect(await inNode).toEqual(["node", "node", "node"]);
    expect(new Set(await beside)).toEqual(new Set(["default"]));
    expect(await reads()).toBeUndefined();
  });

  it("ends with a callback that throws", async () => {
    const boom = new Error("boom");
    // Vitest has handlers of its own, which would fail the run.
    const handlers = process.listeners("uncaughtException");
    process.removeAllListeners("uncaughtException");
    const thrown = new Promise<unknown>((resolve) => process.once("uncaughtException", resolve));
    runInContext(callOf("throws"), () =>
      soon(() => {
        throw boom;
      }),
    );
    // Runs right after it, before any promise.
    const afterwards = new Promise((resolve) => setImmediate(() => resolve(running() ?? "no call")));
    try {
      expect([await thrown, await afterwards]).toEqual([boom, "no call"]);
    } finally {
      for (const handler of handlers) process.on("uncaughtException", handler);
    }
  });

  it("can be neither seen nor changed in a promise", async () => {
    const context = callOf("call");
    const [name, values] = await runInContext(context, async () => {
      const promise: Promise<void> & Record<PropertyKey, unknown> = Object.freeze(
        Object.assign(Promise.resolve()),
      );
      await promise;
      return [running(), Reflect.ownKeys(promise).map((key) => promise[key])] as const;
    });
    expect(name).toBe("call");
    expect(values).not.toContain(context);
  });
});
