/** Idempotency keys of work in several transactions: who starts, who waits, and what remains of lost work. */
import { beforeEach, describe, expect, test, vi } from "vitest";
import { internal } from "../_generated/api";
import { setup } from "../../test/functions/setup";
import type { Key } from "./idempotency";
import { provide } from "./idempotency";
import { KEY_KEPT_MS } from "./rows";

const NOW = Date.UTC(2026, 10, 21, 9, 30, 20);
const TEN_MINUTES = 10 * 60 * 1000;
const KEY: Key = { slot: "s", bodyHash: "b" };
const OTHER_BODY: Key = { slot: "s", bodyHash: "c" };
const ANSWER = JSON.stringify({ memoryId: "m" });

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ["Date"] });
  return () => void vi.useRealTimers();
});

function app() {
  const t = setup();
  return {
    reserve: (key: Key = KEY) => t.mutation(internal.idempotency.functions.reserve, { key }),
    settle: () => t.mutation(internal.idempotency.functions.settle, { key: KEY, response: ANSWER }),
    release: () => t.mutation(internal.idempotency.functions.release, { key: KEY }),
    provide: () =>
      t.run((ctx) => provide(ctx, { kind: "storeMemory", token: "write", key: KEY }, { memoryId: "half" })),
    restart: () => t.mutation(internal.service.functions.started, {}),
  };
}

describe("work in several transactions", () => {
  test("is done by the first request; others wait and get its answer", async () => {
    const t = app();
    expect(await t.reserve()).toEqual({ kind: "reserved" });
    expect(await t.reserve()).toEqual({ kind: "running" });
    await t.settle();
    expect(await t.reserve()).toEqual({ kind: "answered", response: ANSWER });
    expect(await t.reserve(OTHER_BODY)).toEqual({ kind: "mismatch" });
  });

  test("frees its key when it fails", async () => {
    const t = app();
    await t.reserve();
    await t.release();
    expect(await t.reserve(OTHER_BODY)).toEqual({ kind: "reserved" });
  });

  test("refuses another body while it is running", async () => {
    const t = app();
    await t.reserve();
    expect(await t.reserve(OTHER_BODY)).toEqual({ kind: "mismatch" });
  });

  test.each(["a restart", "ten minutes"])(
    "that was lost before any effect may start again after %s",
    async (what) => {
      const t = app();
      await t.reserve();
      if (what === "a restart") await t.restart();
      else vi.setSystemTime(NOW + TEN_MINUTES);
      expect(await t.reserve()).toEqual({ kind: "reserved" });
      expect(await t.reserve()).toEqual({ kind: "running" });
    },
  );

  test.each(["a restart", "ten minutes"])(
    "that was lost halfway is not repeated after %s: its provided answer counts",
    async (what) => {
      const t = app();
      await t.reserve();
      await t.provide();
      if (what === "a restart") await t.restart();
      else vi.setSystemTime(NOW + TEN_MINUTES);
      expect(await t.reserve()).toEqual({ kind: "answered", response: '{"memoryId":"half"}' });
      expect(await t.reserve(OTHER_BODY)).toEqual({ kind: "mismatch" });
    },
  );

  test("that was lost halfway does not answer another body", async () => {
    const t = app();
    await t.reserve();
    await t.provide();
    await t.restart();
    expect(await t.reserve(OTHER_BODY)).toEqual({ kind: "mismatch" });
    expect(await t.reserve()).toEqual({ kind: "answered", response: '{"memoryId":"half"}' });
  });

  test("that fails halfway keeps its provided answer", async () => {
    const t = app();
    await t.reserve();
    await t.provide();
    await t.release();
    expect(await t.reserve()).toEqual({ kind: "answered", response: '{"memoryId":"half"}' });
  });

  test("may be done again after 24 hours", async () => {
    const t = app();
    await t.reserve();
    await t.settle();
    vi.setSystemTime(NOW + KEY_KEPT_MS);
    expect(await t.reserve(OTHER_BODY)).toEqual({ kind: "reserved" });
  });
});
