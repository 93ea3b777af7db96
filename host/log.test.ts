import { expect, it } from "vitest";
import { createLogger, errorFields, parseLogLevel, type LogLevel } from "./log";

function lines(json: boolean, level: LogLevel): { log: ReturnType<typeof createLogger>; written: string[] } {
  const written: string[] = [];
  const log = createLogger({ json, level, write: (line) => written.push(line), now: () => 0 });
  return { log, written };
}

it("writes one line of JSON an event", () => {
  const { log, written } = lines(true, "info");
  log.info("listening\non", { port: 3210 });
  expect(written).toEqual([
    '{"port":3210,"time":"1970-01-01T00:00:00.000Z","level":"info","message":"listening\\non"}\n',
  ]);
});

it("writes a readable line on a terminal, with the stack below", () => {
  const { log, written } = lines(false, "info");
  const error = new TypeError("no");
  error.stack = "TypeError: no\n    at here";
  log.error("failed", errorFields(error));
  expect(written).toEqual(['00:00:00.000 ERROR failed error="TypeError: no"\nTypeError: no\n    at here\n']);
});

it("drops what is below its level", () => {
  const { log, written } = lines(true, "warn");
  log.debug("a");
  log.info("b");
  log.warn("c");
  expect(written).toHaveLength(1);
});

it("reads levels and names the variable of a wrong one", () => {
  expect(parseLogLevel(undefined)).toBe("info");
  expect(parseLogLevel("")).toBe("info");
  expect(parseLogLevel("DEBUG")).toBe("debug");
  expect(() => parseLogLevel("loud")).toThrow("LOG_LEVEL");
});
