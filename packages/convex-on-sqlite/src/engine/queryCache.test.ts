import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ConvexJson, ReadSet } from "../types";
import { MAX_CACHED_AGE_MS, QueryCache, queryKey } from "./queryCache";

const address = { componentPath: "", name: "notes:list" };
const key = queryKey(address, { topic: "a" });

function readsOf(...ids: string[]): ReadSet {
  return { intervals: [], ids: new Set(ids), searchIndexes: new Set() };
}

let nowMs: number;
let hits: string[];
let cache: QueryCache;

beforeEach(() => {
  nowMs = 0;
  hits = [];
  cache = new QueryCache(
    ({ name }) => hits.push(name),
    () => nowMs,
  );
});

afterEach(() => {
  expect(cache.size).toBeLessThanOrEqual(256);
});

function offerTwice(value: string, reads = readsOf("n1"), dependsOnTime = false, named = key): void {
  cache.offer(named, address, { value, reads, dependsOnTime });
  cache.offer(named, address, { value, reads, dependsOnTime });
}

function commitOf(id: string): void {
  cache.invalidate({ keys: [], ids: new Set([id]), searchIndexes: new Set() });
}

describe("a result", () => {
  it("is kept once its query has been asked for twice, and counted at each use", () => {
    cache.offer(key, address, { value: "1", reads: readsOf(), dependsOnTime: false });
    expect(cache.get(key)).toBeNull();
    cache.offer(key, address, { value: "1", reads: readsOf(), dependsOnTime: false });
    expect([cache.get(key), cache.get(key)]).toEqual(["1", "1"]);
    expect(hits).toEqual(["notes:list", "notes:list"]);
  });

  it("is dropped by a commit that touches what it read, and kept again at the next offer", () => {
    offerTwice("1");
    commitOf("n2");
    expect(cache.get(key)).toBe("1");
    commitOf("n1");
    expect(cache.get(key)).toBeNull();
    cache.offer(key, address, { value: "2", reads: readsOf("n1"), dependsOnTime: false });
    expect(cache.get(key)).toBe("2");
  });

  it("that read the clock expires, and at once if the clock was set back", () => {
    nowMs = 1_000;
    offerTwice("1", readsOf("n1"), true);
    nowMs += MAX_CACHED_AGE_MS - 1;
    expect(cache.get(key)).toBe("1");
    nowMs += 1;
    expect(cache.get(key)).toBeNull();
    offerTwice("2", readsOf("n1"), true);
    nowMs -= 10;
    expect(cache.get(key)).toBeNull();
  });

  it("is not kept if it depends on much, or is too large", () => {
    offerTwice("1", readsOf(...Array.from({ length: 65 }, (_, n) => `n${n}`)));
    expect(cache.get(key)).toBeNull();
    offerTwice("x".repeat(5 * 1024 * 1024));
    expect(cache.get(key)).toBeNull();
    const long = queryKey(address, { text: "x".repeat(3_000) });
    offerTwice("1", readsOf("n1"), false, long);
    expect(cache.get(long)).toBeNull();
  });
});

it("keeps the results that were used last", () => {
  const named = (topic: ConvexJson): string => queryKey(address, { topic });
  for (let topic = 0; topic < 256; topic += 1) offerTwice(String(topic), readsOf(), false, named(topic));
  expect(cache.get(named(0))).toBe("0");
  offerTwice("new", readsOf(), false, named("new"));
  expect(cache.size).toBe(256);
  expect(cache.get(named(0))).toBe("0");
  expect(cache.get(named(1))).toBeNull();
});
