import { expect, test } from "vitest";
import type { LoadedFunction } from "convex-on-sqlite/testing";
import { Recording } from "./recording";

const fn = (name: string, kind: LoadedFunction["kind"], componentPath = ""): LoadedFunction => ({
  address: { componentPath, name },
  kind,
  visibility: "internal",
  args: { type: "any" },
  returns: null,
  inNode: false,
  invoke: () => Promise.resolve("null"),
});

const handler = {
  syscall: () => ({ queryId: 1 }),
  asyncSyscall: (op: string) => {
    if (op === "1.0/getTransactionMetrics") return { documentsRead: { used: 7, remaining: 1 } };
    if (op === "fails") throw Object.assign(new Error("no"), { data: { why: "so" } });
    return Promise.resolve({ value: op });
  },
};

test("a call is recorded with its arguments, syscall results in order, and usage", async () => {
  const recording = new Recording();
  const watched = recording.observe(fn("agent/queries:logs", "query"), `{"limit":1}`, handler);
  watched.syscalls.syscall("1.0/queryStream", { q: 1 });
  await watched.syscalls.asyncSyscall("1.0/get", { id: "x" });
  expect(() => watched.syscalls.asyncSyscall("fails", {})).toThrow("no");
  watched.end();
  expect(recording.calls).toMatchObject([
    {
      name: "agent/queries:logs",
      args: `[{"limit":1}]`,
      usage: { documentsRead: 7 },
      syscalls: [
        { op: "1.0/queryStream", args: `{"q":1}`, answer: `{"queryId":1}` },
        { op: "1.0/get", args: `{"id":"x"}`, answer: `{"value":"1.0/get"}` },
        { op: "fails", error: { message: "no", data: { why: "so" } } },
      ],
    },
  ]);
});

test("actions and functions of components are not recorded", () => {
  const recording = new Recording();
  recording.observe(fn("tick/run:runScheduled", "action"), "{}", handler).end();
  recording.observe(fn("public:count", "query", "aggregate"), "{}", handler).end();
  expect(recording.calls).toEqual([]);
});

test("of many calls of a function only the slowest and the one with the largest arguments are recorded", () => {
  const recording = new Recording();
  for (let i = 0; i < 50; i += 1)
    recording.observe(fn("a:b", "mutation"), JSON.stringify({ text: "x".repeat(i) }), handler).end();
  expect(recording.calls.length).toBeLessThanOrEqual(3);
  expect(recording.calls.some(({ args }) => args.includes("x".repeat(49)))).toBe(true);
});
