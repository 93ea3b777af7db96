import { expect, it } from "vitest";
import { completion as call } from "../../test/completion";
import type { Completion } from "../engine/completion";
import { Completions } from "./completions";

const completion: Completion = {
  ...call,
  logLines: [{ level: "WARN", text: "'two\nlines'", isTruncated: false, atMs: 7 }],
};

interface Answer {
  readonly entries: Record<string, unknown>[];
  readonly newCursor: number;
}

async function read(
  log: Completions,
  cursor: number,
  signal = new AbortController().signal,
): Promise<Answer> {
  return JSON.parse(await log.after(cursor, signal)) as Answer;
}

it("answers the first request at once, and the next with the next call", async () => {
  const log = new Completions();
  const { entries, newCursor } = await read(log, 0);
  expect(entries).toEqual([]);
  const next = read(log, newCursor);
  log.add({ ...completion, error: "Uncaught Error: boom\n" });
  expect((await next).entries).toMatchObject([
    {
      kind: "Completion",
      udfType: "Mutation",
      identifier: "notes.js:add",
      logLines: [{ level: "WARN", messages: ["'two\nlines'"], isTruncated: false, timestamp: 7 }],
      executionTime: 0.012,
      success: null,
      error: "Uncaught Error: boom\n",
    },
  ]);
  expect((await read(log, 0)).entries).toHaveLength(1);
});

it("gives no call twice, however many end within a millisecond", async () => {
  const log = new Completions();
  let cursor = (await read(log, 0)).newCursor;
  for (let at = 0; at < 50; at += 1) {
    log.add({ ...completion, requestId: String(at) });
    const { entries, newCursor } = await read(log, cursor);
    expect(entries.map(({ requestId }) => requestId)).toEqual([String(at)]);
    cursor = newCursor;
  }
});

it("answers without entries after its time, when the client leaves, and when the host stops", async () => {
  const brief = new Completions(5);
  const { newCursor } = await read(brief, 0);
  expect(await read(brief, newCursor)).toEqual({ entries: [], newCursor });
  const log = new Completions();
  const left = new AbortController();
  const waiting = [read(log, Date.now() + 60_000, left.signal), read(log, Date.now() + 60_000)];
  left.abort();
  log.wake();
  for (const answer of await Promise.all(waiting)) expect(answer.entries).toEqual([]);
});

it("keeps the newest thousand", async () => {
  const log = new Completions();
  for (let at = 0; at < 1_100; at += 1) log.add({ ...completion, requestId: String(at) });
  const { entries } = await read(log, 0);
  expect([entries.length, entries[0]?.["requestId"]]).toEqual([1_000, "100"]);
});
