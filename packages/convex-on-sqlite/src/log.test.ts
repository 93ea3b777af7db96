import { spawnSync } from "node:child_process";
import { Writable } from "node:stream";
import { setImmediate as turn } from "node:timers/promises";
import { expect, it } from "vitest";
import { projectRoot } from "../../../scripts/start/root";
import { createLogger, errorFields, parseLogLevel, streamLogger, type LogLevel, ThrottledLog } from "./log";

function lines(json: boolean, level: LogLevel): { log: ReturnType<typeof createLogger>; written: string[] } {
  const written: string[] = [];
  const log = createLogger({ json, level, write: (line) => written.push(line), now: () => 0 });
  return { log, written };
}

it("writes one line of JSON per event", () => {
  const { log, written } = lines(true, "info");
  log.info("listening\non", { port: 3210 });
  expect(written).toEqual([
    '{"port":3210,"time":"1970-01-01T00:00:00.000Z","level":"info","message":"listening\\non"}\n',
  ]);
});

it("writes a readable line on a terminal, followed by the stack", () => {
  const { log, written } = lines(false, "info");
  const error = new TypeError("no");
  error.stack = "TypeError: no\n    at here";
  log.error("failed", errorFields(error));
  expect(written).toEqual(['00:00:00.000 ERROR failed error="TypeError: no"\nTypeError: no\n    at here\n']);
});

it("drops entries below its level", () => {
  const { log, written } = lines(true, "warn");
  log.debug("a");
  log.info("b");
  log.warn("c");
  expect(written).toHaveLength(1);
});

it("parses levels and rejects unknown ones", () => {
  expect(parseLogLevel(undefined)).toBe("info");
  expect(parseLogLevel("")).toBe("info");
  expect(parseLogLevel("DEBUG")).toBe("debug");
  expect(parseLogLevel("loud")).toBeNull();
});

it("throttles repeated events to one entry a minute with their count", () => {
  let now = 0;
  const entries: unknown[] = [];
  const often = new ThrottledLog(
    (count, fields) => entries.push([count, fields.at]),
    () => now,
  );
  for (; now < 121_000; now += 10_000) often.record({ at: now });
  expect(entries).toEqual([
    [1, 0],
    [6, 60_000],
    [6, 120_000],
  ]);
});

it("buffers a limited number of lines for a slow reader, and then reports how many it dropped", async () => {
  let read = (): void => undefined;
  let text = "";
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      text += String(chunk);
      read = done;
    },
  });
  const log = streamLogger(stream, { json: true });
  const filler = "x".repeat(100_000);
  for (let count = 0; count < 20; count += 1) log.info("event", { filler });
  await turn();
  expect(stream.writableLength).toBeLessThan(1_200_000);
  while (stream.writableLength > 0) read();
  log.info("after");
  await turn();
  while (stream.writableLength > 0) read();
  const messages = text
    .trim()
    .split("\n")
    .map((line): { message: string; dropped?: number } => JSON.parse(line));
  expect(messages.slice(-2)).toMatchObject([{ level: "warn", dropped: 9 }, { message: "after" }]);
});

it("writes every line before the process exits", () => {
  const child = ["scripts/run.mjs", "packages/convex-on-sqlite/test/children/logAtExit.ts"];
  const { status, stdout } = spawnSync(process.execPath, child, {
    cwd: projectRoot,
    encoding: "utf8",
  });
  const messages = stdout
    .trim()
    .split("\n")
    .map((line) => (JSON.parse(line) as { message: string }).message);
  expect([status, messages]).toEqual([3, ["first", "second", "third"]]);
});
