/** `npm start` as a user sees it: the first run, wrong settings, a second start. */
import { execFile } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv, promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { DATABASE_FILE } from "convex-on-sqlite";
import { Sqlite } from "convex-on-sqlite/testing";
import { Attempts, stop } from "./support/attempts";
import { readTable } from "./support/database";
import { send } from "./support/request";
import { attemptStart, START, type Attempt } from "./support/running-service";
import { startService } from "./support/service";
import { until } from "./support/until";

const run = promisify(execFile);

let attempts: Attempts;

beforeEach(() => {
  attempts = new Attempts();
});

afterEach(() => attempts.dispose());

const tokensIn = (file: string): NodeJS.Dict<string> => parseEnv(readFileSync(file, "utf8"));

describe("the first start", () => {
  test("generates tokens in a private file, prints the file's name but not the tokens, and prints requests that work", async () => {
    const attempt = attempts.start();
    await attempt.listening;
    const tokens = tokensIn(attempts.envFile);
    expect(tokens.TICK_TOKEN).toMatch(/^[0-9a-f]{64}$/);
    expect(tokens.WRITE_TOKEN).toMatch(/^[0-9a-f]{64}$/);
    expect(statSync(attempts.envFile).mode & 0o777).toBe(0o600);
    expect(attempt.stderr()).toContain(`created TICK_TOKEN and WRITE_TOKEN in ${attempts.envFile}`);
    expect(attempt.stderr()).not.toContain(tokens.TICK_TOKEN);
    expect(attempt.stderr()).not.toContain(tokens.WRITE_TOKEN);
    const answers = await runBannerRequests(attempt);
    expect(answers[0]).toMatchObject({ mood: "neutral", health: 100 });
    expect(answers[1]).toMatchObject({ success: true, stateModified: true });
    expect(answers[2]).toMatchObject({ success: true });
    // Later starts keep them, from any working directory.
    expect(await stop(attempt)).toBe(0);
    const kept = readFileSync(attempts.envFile, "utf8");
    const second = attempts.start({}, tmpdir());
    const url = await second.listening;
    expect(readFileSync(attempts.envFile, "utf8")).toBe(kept);
    expect(second.stderr()).toContain(`from ${attempts.envFile}`);
    expect((await send("GET", `${url}/state`, undefined)).status).toBe(200);
  });

  test("prints requests with tokens from the environment if the service has them from there", async () => {
    const tokens = { TICK_TOKEN: "t".repeat(32), WRITE_TOKEN: "w".repeat(32) };
    const attempt = attempts.start(tokens);
    await attempt.listening;
    expect(attempt.stdout()).toContain("the settings file named by ENV_FILE does not exist");
    const answers = await runBannerRequests(attempt, tokens);
    expect(answers.slice(1)).toMatchObject([{ success: true }, { success: true }]);
  });

  test("generates one pair of tokens for two concurrent starts", async () => {
    const both = [
      attempts.start({ DATA_DIR: join(attempts.folder, "one") }),
      attempts.start({ DATA_DIR: join(attempts.folder, "two") }),
    ];
    const urls = await Promise.all(both.map(({ listening }) => listening));
    const { TICK_TOKEN: token = "" } = tokensIn(attempts.envFile);
    const answers = await Promise.all(urls.map((url) => send("POST", `${url}/tick`, undefined, { token })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  });
});

/** Runs the requests of the banner in a shell, in another directory, and returns their parsed output. */
async function runBannerRequests(attempt: Attempt, env: Record<string, string> = {}): Promise<unknown[]> {
  const lines = attempt.stderr().match(/^ *curl .*$/gm) ?? [];
  expect(lines).toHaveLength(3);
  const answers: unknown[] = [];
  for (const line of lines) {
    const options = { cwd: tmpdir(), env: { PATH: process.env.PATH, ...env } };
    const { stdout } = await run("bash", ["-c", `${line} --silent`], options);
    answers.push(JSON.parse(stdout));
  }
  return answers;
}

describe("settings", () => {
  test("come from the file, the environment overrides it, and unknown lines are reported", async () => {
    writeFileSync(
      attempts.envFile,
      `TICK_TOKEN=${"t".repeat(32)}\nAGENT_NAME=File\nLLM_MODEL=file-model\nLLM_API_KEY=any\nAUTONMY=on\n`,
    );
    const attempt = attempts.start({ AGENT_NAME: "Environment" });
    const url = await attempt.listening;
    expect(attempt.stderr()).toMatch(/^Environment /m);
    expect(attempt.stdout()).toContain("line 5 sets the unknown variable AUTONMY");
    expect(attempt.stderr()).toContain("file-model at api.openai.com");
    expect((await send("GET", `${url}/health`, undefined)).json).toMatchObject({ model: "file-model" });
  });

  // One setting of the host, one of the functions, and a secret. Each rule is tested beside the code that reads the setting.
  test.each([
    ["PORT", "http"],
    ["TICK_TOKEN", "short"],
    ["AGENT_TIMEZONE", "Mars/Olympus"],
  ])("refuse a wrong %s with one line that names it and its rule", async (name, value) => {
    const attempt = attempts.start({ [name]: value });
    expect((await attempt.exit).code).toBe(1);
    expect(attempt.stderr()).toMatch(new RegExp(`^Anima can't start: ${name} must .+\\n$`));
    expect(attempt.stdout()).toBe("");
  });

  test("are no arguments: a start with one names the page that lists them", async () => {
    const attempt = attemptStart(attempts.env, undefined, [...START, "--port=80"]);
    expect((await attempt.exit).code).toBe(1);
    expect(attempt.stderr()).toMatch(/takes no arguments, such as --port=80.*docs\/configuration\.md/);
  });

  test("refuse a DATA_DIR that cannot be a directory", async () => {
    const file = join(attempts.folder, "file");
    writeFileSync(file, "");
    const attempt = attempts.start({ DATA_DIR: file });
    expect((await attempt.exit).code).toBe(1);
    expect(attempt.stderr()).toMatch(
      /^Anima can't start: The data directory .* choose another DATA_DIR\.\n$/,
    );
    expect(attempt.stderr()).toContain(file);
    expect(attempt.stdout()).toBe("");
  });

  // Root can write anywhere.
  test.skipIf(process.getuid?.() === 0)("refuse a DATA_DIR that is not writable", async () => {
    const locked = join(attempts.folder, "locked");
    mkdirSync(locked);
    chmodSync(locked, 0o500);
    const attempt = attempts.start({ DATA_DIR: locked });
    expect((await attempt.exit).code).toBe(1);
    expect(attempt.stderr()).toMatch(
      /^Anima can't start: The data directory .* Check that this user may write.*\n$/,
    );
  });
});

describe("an autonomous agent", () => {
  test("ticks by itself at its start, and a restart disturbs no tick", async () => {
    const service = await startService({ env: { AUTONOMY: "on" } });
    const tickCount = async (): Promise<number> => {
      const answer = await service.get("/health");
      return answer.as(z.object({ tickCount: z.number() })).tickCount;
    };
    await until("the first tick", async () => (await tickCount()) > 0);
    await service.stop();
    const ticks = readTable(service.dataDir, "ticks", z.object({ outcome: z.string() }));
    expect(ticks).toEqual([{ outcome: "succeeded" }]);
  });
});

describe("a second start", () => {
  test("is refused on a data directory in use, with the other's process id, and on data that does not fit its schema or is not writable", async () => {
    const first = attempts.start({ WRITE_TOKEN: "w".repeat(32) });
    const url = await first.listening;
    const beside = attempts.start();
    expect((await beside.exit).code).toBe(1);
    expect(beside.stderr()).toMatch(/^Anima can't start: .*\n$/);
    expect(beside.stderr()).toContain(`process ${first.child.pid}`);
    const answer = await send("POST", `${url}/wake`, { note: "Hello?" }, { token: "w".repeat(32) });
    expect(answer.status).toBe(200);
    await stop(first);
    const change = (from: string, to: string): void => {
      const db = Sqlite.open(join(attempts.dataDir, DATABASE_FILE));
      // A definition that was not checked yet, and documents of another version.
      db.run("UPDATE tablets SET checksum = ''");
      db.run("UPDATE documents SET json = replace(json, ?, ?)", [from, to]);
      db.close();
    };
    change('"content":"Hello?"', '"content":"Hello?","of a later version":1');
    const second = attempts.start();
    expect((await second.exit).code).toBe(1);
    expect(second.stderr()).toMatch(/^Anima can't start: the data in .* don't match this version.*\n$/);
    expect(second.stderr()).toContain("extra field `of a later version`");
    // The error contains no content from callers.
    expect(second.stderr()).not.toContain("Hello?");
    expect(second.stdout()).toBe("");
    change(',"of a later version":1', "");
    const execute = (sql: string): void => {
      const db = Sqlite.open(join(attempts.dataDir, DATABASE_FILE));
      db.exec(sql);
      db.close();
    };
    const refuse = "SELECT RAISE(ABORT, 'There is no room.'); END";
    execute(`CREATE TRIGGER inserts BEFORE INSERT ON documents BEGIN ${refuse};
      CREATE TRIGGER updates BEFORE UPDATE ON documents BEGIN ${refuse}`);
    const third = attempts.start();
    expect((await third.exit).code).toBe(1);
    expect(third.stderr()).toMatch(/^Anima can't start: The database failed .*There is no room\..*\n$/);
    expect(third.stderr()).toContain(attempts.dataDir);
    expect(third.stdout()).not.toContain("uncaught error");
    execute("DROP TRIGGER inserts; DROP TRIGGER updates");
    await attempts.start().listening;
  });

  test("is refused on a port in use with a message that names PORT, before it creates a database", async () => {
    const squatter = createServer().listen(0, "127.0.0.1");
    try {
      await once(squatter, "listening");
      const address = squatter.address();
      const port = typeof address === "object" && address !== null ? address.port : 0;
      writeFileSync(attempts.envFile, `TICK_TOKEN=${"t".repeat(32)}\n`);
      const attempt = attempts.start({ PORT: String(port), AUTONOMY: "on" });
      expect((await attempt.exit).code).toBe(1);
      expect(attempt.stderr()).toMatch(new RegExp(`^Anima can't start: port ${port} .*PORT.*\\n$`));
      expect(attempt.stdout()).toBe("");
      expect(existsSync(join(attempts.dataDir, DATABASE_FILE))).toBe(false);
    } finally {
      squatter.close();
    }
  });
});
