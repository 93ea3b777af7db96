/** The process's log: JSON lines with level and function, filtered by `LOG_LEVEL`. */
import { ConvexHttpClient } from "convex/browser";
import { beforeAll, describe, expect, test } from "vitest";
import { RunningService } from "../../../../test/support/running-service";
import { api } from "./app/api";
import { newClient } from "../../../../test/support/convexClient";
import { type HostProcess, logged, type LogLine, startHostProcess } from "./hostProcess";

/** Makes every kind of function log, and waits for the last line. */
async function logging(host: HostProcess): Promise<LogLine[]> {
  const client = newClient(host.url);
  await client.action(api.logging.inAction, {});
  await fetch(`${host.url}/log`);
  await client.query(api.logging.inQuery, { word: "é\n" });
  await logged(host, "the component", (line) => line.component === "vault");
  return host.log().filter((line) => line.function !== undefined);
}

const facts = ({ level, message, function: fn, component }: LogLine) => ({ level, message, fn, component });

/** All lines above info. */
const warningsAndErrors = [
  { level: "warn", message: "'warn' 'é\\n'", fn: "logging:inQuery", component: undefined },
  { level: "error", message: "'error' 'é\\n'", fn: "logging:inQuery", component: undefined },
  { level: "warn", message: "'from the vault'", fn: "notes:log", component: "vault" },
];

describe("at LOG_LEVEL=info", () => {
  let host: HostProcess;
  let lines: LogLine[];

  beforeAll(async () => {
    host = await startHostProcess("info");
    lines = await logging(host);
  });

  test("every line of a function has its level, function and component", () => {
    expect(lines.map(facts)).toEqual([
      { level: "info", message: "'from an action'", fn: "logging:inAction", component: undefined },
      {
        level: "info",
        message: "'from a mutation' { at: [ 1n ] }",
        fn: "logging:inMutation",
        component: undefined,
      },
      { level: "info", message: "'from a route'", fn: "http:default", component: undefined },
      { level: "info", message: "'log' 'é\\n'", fn: "logging:inQuery", component: undefined },
      { level: "info", message: "'info' 'é\\n'", fn: "logging:inQuery", component: undefined },
      ...warningsAndErrors,
    ]);
  });

  test("the host's own lines have no function", () => {
    const [first] = host.log();
    expect(first).toMatchObject({ level: "info", message: "listening", url: host.url });
    expect(first).not.toHaveProperty("function");
  });

  test("a client with a logger gets the same lines", async () => {
    const received: string[] = [];
    const keep = (...parts: unknown[]): void => void received.push(parts.map(String).join(" "));
    const logger = { log: keep, warn: keep, error: keep, logVerbose: () => undefined };
    await new ConvexHttpClient(host.url, { logger }).query(api.logging.inQuery, { word: "heard" });
    for (const word of ["debug", "log", "info", "warn", "error"]) {
      expect(received.join("\n")).toContain(`'${word}' 'heard'`);
    }
  });

  test("the client of an action gets its lines, but not those of the functions that it calls", async () => {
    const received: string[] = [];
    const keep = (...parts: unknown[]): void => void received.push(parts.map(String).join(" "));
    const logger = { log: keep, warn: keep, error: keep, logVerbose: () => undefined };
    await new ConvexHttpClient(host.url, { logger }).action(api.logging.inAction, {});
    expect(received).toEqual([expect.stringContaining("'from an action'")]);
  });
});

describe("at LOG_LEVEL=warn", () => {
  test("only warnings and errors are written", async () => {
    const host = await startHostProcess("warn");
    await logging(host);
    expect(host.log().map(facts)).toEqual(warningsAndErrors);
  });
});

describe("the service itself", () => {
  /** The log lines of a service from start to stop, without its other output. */
  async function linesOfService(level: string): Promise<unknown[]> {
    const service = await RunningService.start({ env: { LOG_LEVEL: level } });
    try {
      await service.stop();
      const lines = service.output().split("\n");
      return lines.filter((line) => line.startsWith("{")).map((line) => JSON.parse(line) as unknown);
    } finally {
      await service.dispose();
    }
  }

  test("writes its own lines at LOG_LEVEL=info, but not at warn", async () => {
    const [info, warn] = await Promise.all([linesOfService("info"), linesOfService("warn")]);
    for (const message of ["listening", "stopping", "stopped"]) {
      expect(info).toContainEqual(expect.objectContaining({ level: "info", message }));
    }
    expect(warn).toEqual([]);
  });
});
