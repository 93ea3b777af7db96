/** What the process writes of its functions: JSON lines with level and function, down to `LOG_LEVEL`. */
import { ConvexHttpClient } from "convex/browser";
import { beforeAll, describe, expect, test } from "vitest";
import { RunningService } from "../support/running-service";
import { api } from "./app/api";
import { newClient } from "./client";
import { type HostProcess, logged, type LogLine, startHostProcess } from "./hostProcess";

/** Has every kind of function print, and waits for the last of it. */
async function logging(host: HostProcess): Promise<LogLine[]> {
  const client = newClient(host.url);
  await client.action(api.logging.inAction, {});
  await fetch(`${host.url}/speak`);
  await client.query(api.logging.inQuery, { word: "é\n" });
  await logged(host, "the component", (line) => line.component === "vault");
  return host.log().filter((line) => line.function !== undefined);
}

const facts = ({ level, message, function: fn, component }: LogLine) => ({ level, message, fn, component });

/** Everything above info. */
const alarming = [
  { level: "warn", message: "'warn' 'é\\n'", fn: "logging:inQuery", component: undefined },
  { level: "error", message: "'error' 'é\\n'", fn: "logging:inQuery", component: undefined },
  { level: "warn", message: "'from the vault'", fn: "notes:speak", component: "vault" },
];

describe("at LOG_LEVEL=info", () => {
  let host: HostProcess;
  let lines: LogLine[];

  beforeAll(async () => {
    host = await startHostProcess("info");
    lines = await logging(host);
  });

  test("every line that a function printed has its level and its function's name and component", () => {
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
      ...alarming,
    ]);
  });

  test("the host's own lines stand among them, without a function", () => {
    const [first] = host.log();
    expect(first).toMatchObject({ level: "info", message: "listening", url: host.url });
    expect(first).not.toHaveProperty("function");
  });

  test("the same lines reach a caller who asks for them", async () => {
    const said: string[] = [];
    const keep = (...parts: unknown[]): void => void said.push(parts.map(String).join(" "));
    const logger = { log: keep, warn: keep, error: keep, logVerbose: () => undefined };
    await new ConvexHttpClient(host.url, { logger }).query(api.logging.inQuery, { word: "heard" });
    for (const word of ["debug", "log", "info", "warn", "error"]) {
      expect(said.join("\n")).toContain(`'${word}' 'heard'`);
    }
  });
});

describe("at LOG_LEVEL=warn", () => {
  test("nothing is written but warnings and errors", async () => {
    const host = await startHostProcess("warn");
    await logging(host);
    expect(host.log().map(facts)).toEqual(alarming);
  });
});

describe("the service itself", () => {
  /** The log lines of a service from its start to its end, among what it tells whoever started it. */
  async function linesOfALife(level: string): Promise<unknown[]> {
    const service = await RunningService.start({ env: { LOG_LEVEL: level } });
    try {
      await service.stop();
      const lines = service.output().split("\n");
      return lines.filter((line) => line.startsWith("{")).map((line) => JSON.parse(line) as unknown);
    } finally {
      await service.dispose();
    }
  }

  test("writes its own lines at LOG_LEVEL=info, and none of them at warn", async () => {
    const [info, warn] = await Promise.all([linesOfALife("info"), linesOfALife("warn")]);
    for (const message of ["listening", "stopping", "stopped"]) {
      expect(info).toContainEqual(expect.objectContaining({ level: "info", message }));
    }
    expect(warn).toEqual([]);
  });
});
