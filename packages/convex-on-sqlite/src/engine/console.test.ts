/** Printed lines reach the caller and the host's log, within limits. */
import { afterEach, describe, expect, it } from "vitest";
import { createLogger } from "../log";
import {
  clientLine,
  consoleSinkTo,
  functionConsole,
  MAX_LINE_LENGTH,
  MAX_LOG_LINES,
  setConsoleSink,
} from "./console";
import { runInContext } from "./runningCall";
import { testContext } from "../../test/testContext";

function linesOf(body: () => void): readonly string[] {
  const context = testContext("mutation");
  runInContext(context, body);
  return context.logLines.map(clientLine);
}

afterEach(() => {
  setConsoleSink(() => undefined);
});

describe("the console of a function", () => {
  it("marks each line with its level", () => {
    const lines = linesOf(() => {
      functionConsole.log("text", 1, { a: [true] });
      functionConsole.info(null);
      functionConsole.warn(7n);
      functionConsole.error("it's");
      functionConsole.debug(undefined);
    });
    expect(lines).toEqual([
      "[LOG] 'text' 1 { a: [ true ] }",
      "[INFO] null",
      "[WARN] 7n",
      `[ERROR] "it's"`,
      "[DEBUG] undefined",
    ]);
  });

  it("prints an error with its message", () => {
    expect(linesOf(() => functionConsole.error(new Error("boom")))[0]).toContain("[ERROR] Error: boom");
  });

  it("prints errors with only the app's own frames, at any depth", () => {
    const thrownIn = (name: string, options?: ErrorOptions): Error =>
      Object.assign(new Error(name, options), {
        stack:
          `Error: ${name}\n    at ${name} (../convex/notes.ts:3:7)\n` +
          "    at invokeQuery (/srv/app/node_modules/convex/src/server/impl/registration_impl.ts:1:2)\n" +
          "    at async /srv/app/host/engine/invoke.ts:40:19",
      });
    const lines = linesOf(() => {
      functionConsole.error("caught", thrownIn("outer", { cause: thrownIn("inner") }));
      functionConsole.log({ failed: Object.assign(thrownIn("read"), { code: "ENOENT" }) });
      functionConsole.log("1\n    at 2");
      functionConsole.trace("here");
    });
    for (const line of lines) expect(line).not.toMatch(/\/srv|node_modules|host\/engine/);
    expect(lines[0]).toMatch(
      /^\[ERROR\] 'caught' Error: outer\n    at outer \(\.\.\/convex\/notes\.ts:3:7\) \{\n  \[cause\]: Error: inner\n    at inner \(\.\.\/convex\/notes\.ts:3:7\)\n\}$/,
    );
    expect(lines[1]).toMatch(/at read \(\.\.\/convex\/notes\.ts:3:7\) \{\n +code: 'ENOENT'/);
    expect(lines.slice(2)).toEqual(["[LOG] '1\\n    at 2'", "[LOG] 'here' Trace:"]);
  });

  it("starts every line in the format that clients parse", () => {
    const lines = linesOf(() => {
      functionConsole.time("work");
      functionConsole.timeEnd("work");
      functionConsole.timeEnd("work");
      functionConsole.trace("here");
      functionConsole.assert(false, "claim");
      functionConsole.assert(true, "not this");
      functionConsole.group("title");
      functionConsole.groupEnd();
    });
    expect(lines).toHaveLength(5);
    for (const line of lines) expect(line).toMatch(/^\[(LOG|INFO|WARN|ERROR)\] /);
    expect(lines[0]).toMatch(/^\[INFO\] work: \d+ms$/);
    expect(lines[1]).toBe("[WARN] Timer 'work' does not exist");
  });

  it("quotes the times of timers in Node, as Convex does", () => {
    const context = testContext("action", { inNode: true });
    runInContext(context, () => {
      functionConsole.time("work");
      functionConsole.timeLog("work", "half");
    });
    expect(context.logLines.map(clientLine)).toEqual([
      expect.stringMatching(/^\[INFO\] 'work: \d+ms' 'half'$/),
    ]);
  });

  it("stops after its last line and says so", () => {
    const lines = linesOf(() => {
      for (let i = 0; i < 1000; i++) functionConsole.log(i);
    });
    expect(lines).toHaveLength(MAX_LOG_LINES);
    expect(lines.at(-2)).toBe(`[LOG] ${MAX_LOG_LINES - 2}`);
    expect(lines.at(-1)).toContain("Log overflow");
  });

  it("cuts a long line and says so", () => {
    const [line] = linesOf(() => functionConsole.log("x".repeat(100_000)));
    expect(line).toHaveLength(MAX_LINE_LENGTH);
    expect(line).toMatch(/x \(truncated due to length\)$/);
  });
});

describe("the host's log", () => {
  it("gets each line with its function and level, down to the log's level", () => {
    const written: string[] = [];
    const logger = createLogger({ level: "info", json: true, write: (line) => written.push(line) });
    setConsoleSink(consoleSinkTo(logger));
    linesOf(() => {
      functionConsole.debug("quiet");
      functionConsole.warn("loud");
    });
    expect(written.map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({
        level: "warn",
        message: "'loud'",
        function: "app:run",
        requestId: expect.stringMatching(/^\S+$/),
      }),
    ]);
  });

  it("treats a JSON object with a message as a structured event", () => {
    const written: string[] = [];
    const logger = createLogger({ json: true, write: (line) => written.push(line) });
    setConsoleSink(consoleSinkTo(logger));
    linesOf(() => {
      functionConsole.info('{"message":"request","status":200,"route":null}');
      functionConsole.info('{"status":200}');
      functionConsole.info('{"message"');
    });
    expect(written.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { level: "info", message: "request", status: 200, route: null, function: "app:run" },
      { message: "'{\"status\":200}'" },
      { message: "'{\"message\"'" },
    ]);
  });

  it("gets lines printed while a module loads, without a function", () => {
    const entries: unknown[] = [];
    setConsoleSink((entry) => entries.push(entry));
    functionConsole.log("loading");
    expect(entries).toEqual([{ address: null, requestId: "", level: "LOG", text: "'loading'" }]);
  });
});
