/** Transactions have no access to the outside world; actions do. */
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { runInContext } from "./runningCall";
import { hostGlobals } from "./guards";
import { TEST_NOW_MS, testContext } from "../../test/testContext";

const { Date: GuardedDate, Math: GuardedMath } = hostGlobals;
const transactions = ["query", "mutation"] as const;

describe.each(transactions)("in a %s", (kind) => {
  it("the clock does not move", async () => {
    await runInContext(testContext(kind), async () => {
      expect(GuardedDate.now()).toBe(TEST_NOW_MS);
      await wait(2);
      expect(GuardedDate.now()).toBe(TEST_NOW_MS);
      expect(new GuardedDate().getTime()).toBe(TEST_NOW_MS);
      expect(GuardedDate()).toBe(new Date(TEST_NOW_MS).toString());
    });
  });

  it("no date gives access to the real clock", () => {
    runInContext(testContext(kind), () => {
      const Found = new GuardedDate(5).constructor as DateConstructor;
      expect([new Found().getTime(), Found.now()]).toEqual([TEST_NOW_MS, TEST_NOW_MS]);
    });
  });

  it("dates with an explicit time keep it", () => {
    runInContext(testContext(kind), () => {
      expect(new GuardedDate(5).getTime()).toBe(5);
      expect(new GuardedDate(2020, 1, 2)).toEqual(new Date(2020, 1, 2));
      expect(GuardedDate.UTC(2020, 0)).toBe(Date.UTC(2020, 0));
    });
  });

  it("random numbers are determined by the seed", () => {
    const draw = (): number[] => [GuardedMath.random(), GuardedMath.random()];
    const first = runInContext(testContext(kind), draw);
    expect(runInContext(testContext(kind), draw)).toEqual(first);
    expect(first[0]).not.toBe(first[1]);
  });

  it.each([
    ["fetch()", () => void hostGlobals.fetch("http://localhost")],
    ["setTimeout", () => void hostGlobals.setTimeout(() => undefined, 0)],
    ["setInterval", () => void hostGlobals.setInterval(() => undefined, 1)],
    ["setImmediate", () => void hostGlobals.setImmediate(() => undefined)],
  ])("%s throws", (name, call) => {
    expect(() => runInContext(testContext(kind), call)).toThrow(
      `Can't use ${name} in queries and mutations. Please consider using an action. See https://docs.convex.dev/functions/actions for more details.`,
    );
  });

  it("crypto makes random ids", () => {
    runInContext(testContext(kind), () => {
      expect(hostGlobals.crypto.randomUUID()).not.toBe(hostGlobals.crypto.randomUUID());
    });
  });
});

describe.each([
  ["in an action", <T>(fn: () => T) => runInContext(testContext("action"), fn)],
  ["while a module loads", <T>(fn: () => T) => fn()],
])("%s", (_where, run) => {
  it("the clock is the real one", () => {
    const before = Date.now();
    expect(run(() => GuardedDate.now())).toBeGreaterThanOrEqual(before);
    expect(run(() => new GuardedDate().getTime())).toBeGreaterThanOrEqual(before);
  });

  it("timers run, in the context that set them", async () => {
    const fired = await run(() => new Promise((resolve) => hostGlobals.setTimeout(resolve, 1, "fired")));
    expect(fired).toBe("fired");
  });

  it("fetch makes requests", async () => {
    const response = await run(() => hostGlobals.fetch("data:text/plain,hello"));
    expect(await response.text()).toBe("hello");
  });

  it("random numbers are not seeded", () => {
    const drawn = run(() => Array.from({ length: 8 }, () => GuardedMath.random()));
    expect(run(() => Array.from({ length: 8 }, () => GuardedMath.random()))).not.toEqual(drawn);
  });
});

describe("the guarded Date", () => {
  it("shares instances with Node's Date", () => {
    expect(new GuardedDate()).toBeInstanceOf(Date);
    expect(new Date()).toBeInstanceOf(GuardedDate);
  });

  it("is the constructor of its dates", () => {
    expect(new GuardedDate().constructor).toBe(GuardedDate);
    const date = new GuardedDate(5);
    expect([Object.keys(date), JSON.stringify(date), String(date)]).toEqual([
      [],
      '"1970-01-01T00:00:00.005Z"',
      new Date(5).toString(),
    ]);
    expect(structuredClone(date)).toEqual(new Date(5));
  });

  it("can be extended", () => {
    class Stamp extends GuardedDate {
      label = "stamp";
    }
    const stamp = runInContext(testContext("query"), () => new Stamp());
    expect(stamp).toBeInstanceOf(Stamp);
    expect(stamp.getTime()).toBe(TEST_NOW_MS);
    expect(stamp.label).toBe("stamp");
  });
});

describe("the guarded Math", () => {
  it("has all of Node's properties, but its own random", () => {
    expect(GuardedMath.PI).toBe(Math.PI);
    expect(GuardedMath.max).toBe(Math.max);
    expect(Object.getOwnPropertyNames(GuardedMath).sort()).toEqual(Object.getOwnPropertyNames(Math).sort());
  });
});

it("AbortSignal is Node's, whoever makes a signal", () => {
  const { AbortSignal: Guarded } = hostGlobals;
  runInContext(testContext("action"), () => {
    const reason = new Error("enough");
    const aborted = Guarded.abort(reason);
    for (const signal of [
      aborted,
      Guarded.timeout(1_000),
      Guarded.any([aborted]),
      new AbortController().signal,
    ])
      expect([signal instanceof Guarded, signal instanceof AbortSignal]).toEqual([true, true]);
    expect(Guarded.any([Guarded.timeout(1_000), aborted]).reason).toBe(reason);
    expect(() => Guarded.timeout(-1)).toThrow(RangeError);
  });
});
