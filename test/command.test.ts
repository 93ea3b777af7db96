/** The command `anima` as a process: piped, on a terminal, against a service and without one. */
import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { beforeAll, describe, expect, test } from "vitest";
import { EXAMPLES } from "../cli/examples";
import { readConfig } from "../scripts/start/config";
import { answer as goodAnswer } from "./mind/answers";
import { BIN, emptyHome, ended, environmentIn, startCommand } from "./support/command";
import { modelServer } from "./support/model";
import { startService, type Service } from "./support/service";
import { until } from "./support/until";

let service: Service;
let folder: string;

beforeAll(async () => {
  folder = emptyHome();
  service = await startService();
});

/** Only what is given reaches the command. */
function environment(more: Readonly<Record<string, string>>): Record<string, string> {
  return { ...environmentIn(folder, service.url), ANIMA_TOKEN: service.tokens.write, ...more };
}

function start(words: readonly string[], more: Readonly<Record<string, string>> = {}) {
  return startCommand(words, { cwd: folder, env: environment(more) });
}

const run = (words: readonly string[], more: Readonly<Record<string, string>> = {}, input = "") =>
  ended(start(words, more), input);

/** The answer of a command that ended well. */
async function answer(words: readonly string[], more: Readonly<Record<string, string>> = {}, input = "") {
  const { code, stdout, stderr } = await run([...words, "--json"], more, input);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return JSON.parse(stdout);
}

test("a merge is listed and undone", async () => {
  const stored = await answer(["remember", "The", "lamp", "is", "green.", "--type", "semantic"]);
  await answer(["remember", "--importance", "1", "--type", "semantic"], {}, "THE LAMP IS GREEN\n");
  const { changes } = await answer(["changes", "--kind", "merge", "-n", "1"]);
  expect(changes).toMatchObject([{ kind: "merge", memoryIds: [stored.memoryId] }]);
  const asTick = { ANIMA_TOKEN: service.tokens.tick };
  expect(await run(["undo", changes[0]._id], asTick)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("undone: "),
  });
  expect((await run(["changes"])).stdout).toMatch(/merge of 1 memory by a caller, undone/);
  expect((await run(["undo", "none"], asTick)).code).toBe(5);
});

test("the life of a memory: remembered, recalled, planned, erased", async () => {
  const stored = await answer(["remember", "Mara", "painted the door.", "--type", "semantic"]);
  const again = await answer(["remember"], {}, "Mara painted the door.\n");
  expect(again).toMatchObject({ memoryId: stored.memoryId });
  const found = await run(["recall", "who painted the door"]);
  expect(found.stdout).toContain(stored.memoryId);

  const plan = await run(["forget", stored.memoryId]);
  expect(plan).toMatchObject({ code: 2, stdout: expect.stringContaining("Mara painted the door.") });
  expect(plan.stderr).toContain("--yes");
  expect((await service.get(`/memories/${stored.memoryId}`)).status).toBe(200);

  const forgotten = await answer(["forget", stored.memoryId, "--yes"]);
  expect(forgotten).toMatchObject({
    status: "done",
    total: 1,
    receipt: { erased: { memory: 1 }, changed: 0 },
  });
  expect((await run(["forget", stored.memoryId, "--yes"])).code).toBe(5);

  await answer(["remember", "Quibblefax likes tea."]);
  const receipt = await run(["forget", "--text", "quibblefax", "--since", "2020-01-01", "--yes"]);
  expect(receipt).toMatchObject({ code: 0, stdout: expect.stringContaining("1 row: 1 memory") });
  expect(receipt.stdout).toContain("1 of 1 excerpts are found nowhere");
});

test("a memory is listed, shown, edited and pinned, and its former texts stay", async () => {
  const { memoryId } = await answer(["remember", "The lighthouse is red.", "--scope", "Ida"]);
  await answer(["edit", memoryId, "The lighthouse", "is white."]);
  await answer(["edit", memoryId, "--importance", "0.9"]);
  expect(await answer(["edit", memoryId], {}, "The lighthouse is blue.\n")).toMatchObject({ version: 4 });
  await answer(["pin", memoryId]);
  const listed = await run(["list", "--scope", "Ida", "--pinned"]);
  // Not as 11/28/2026, 4:38:48 PM.
  expect(listed.stdout).toMatch(
    /^\d{4}-\d{2}-\d{2} \d{2}:\d{2} episodic pinned The lighthouse is blue\. \S+\n$/,
  );
  expect((await run(["show", memoryId])).stdout).toMatch(/^The lighthouse is blue\.\n[^]*importance 0\.90/);
  const { stdout } = await run(["history", memoryId]);
  expect(stdout.split("\n")).toEqual(
    ["blue", "white", "white", "red"].map((colour) => expect.stringContaining(colour)).concat([""]),
  );
  await answer(["pin", memoryId, "--off"]);
  expect((await run(["list", "--scope", "Ida", "--pinned"])).stdout).toBe("no such memories\n");
});

test("forget shows what a filter selects before it asks", async () => {
  const long = `The zeppelin ${"really ".repeat(30)}landed.`;
  await answer(["remember", long]);
  await answer(["remember", "The balloon landed."]);
  await service.post("/wake", { note: "A zeppelin landed?", from: "Ida" }, { token: service.tokens.write });
  const plan = await run(["forget", "--text", "zeppelin"]);
  expect(plan).toMatchObject({ code: 2, stderr: expect.stringContaining("nothing was erased") });
  expect(plan.stdout).toContain("memory The zeppelin really");
  expect(plan.stdout).toContain("note A zeppelin landed?");
  expect(plan.stdout).toContain("…");
  expect(plan.stdout).not.toContain("balloon");
});

test("open prints the console's address, and opens it where a desktop is", async () => {
  const desktop = join(folder, "desktop");
  mkdirSync(desktop);
  writeFileSync(join(desktop, "xdg-open"), `#!/bin/sh\nprintf %s "$1" > ${join(folder, "opened")}\n`);
  chmodSync(join(desktop, "xdg-open"), 0o755);
  const more = { PATH: `${desktop}:${process.env.PATH ?? ""}`, DISPLAY: ":0" };
  expect((await run(["open", "--print"], more)).stdout).toBe(`${service.url}\n`);
  expect(existsSync(join(folder, "opened"))).toBe(false);
  expect((await run(["open"], more)).stdout).toBe(`${service.url}\n`);
  await until("the browser", () => existsSync(join(folder, "opened")));
  expect(readFileSync(join(folder, "opened"), "utf8")).toBe(service.url);
  expect(await answer(["open"])).toEqual({ address: service.url, opened: false });
});

test("the help of every command has examples", async () => {
  const { stdout } = await run(["--help"]);
  const names = [...stdout.matchAll(/^ {2}([a-z][a-z-]*)(?= |\|)/gm)].map(([, name]) => name);
  expect(names).toContain("remember");
  expect(names.filter((name) => name !== "help" && !((name ?? "") in EXAMPLES))).toEqual([]);
  expect((await run(["forget", "--help"])).stdout).toMatch(/Examples:\n {2}anima forget ID\n/);
});

test("a document is learned and asked", async () => {
  writeFileSync(join(folder, "ferry.md"), "The ferry leaves at nine on weekdays.");
  const learned = await answer(["learn", "ferry.md", "--tag", "harbour"]);
  expect(learned).toMatchObject({ success: true, updated: false });
  const asked = await run(["ask", "when does the ferry leave", "--threshold", "0"]);
  expect(asked.stdout).toContain("at nine");
});

test("steering: an event, a tick, a thought, a reflection, a consolidation", async () => {
  const ticks = { ANIMA_TOKEN: service.tokens.tick };
  expect(await answer(["feed", "The harbour was saved.", "--impact", "high"])).toMatchObject({
    success: true,
  });
  const tick = await answer(["tick"], ticks);
  const { logs } = await answer(["logs", "-n", "1"]);
  expect(logs[0].detail).toBe(tick.detail);
  const seeds = ["Mara painted the pier.", "The pier was painted by Mara."];
  const { thought } = await answer(["think", ...seeds], ticks);
  expect((await answer(["thoughts"])).thoughts[0]._id).toBe(thought._id);
  expect(await answer(["reflect"], ticks)).toHaveProperty("reflection.content");
  expect(await answer(["consolidate"], ticks)).toHaveProperty("memoriesProcessed");
  expect(await answer(["status"])).toMatchObject({ tickCount: 1, state: { mood: tick.mood } });
});

test("each line of a talk is a note with its reply", async () => {
  const { code, stdout } = await run(
    ["talk", "--from", "Ada", "--json"],
    {},
    "Who are you?\n\nGood night.\n",
  );
  expect(code).toBe(0);
  const replies = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line).reply);
  expect(replies).toEqual([expect.any(String), expect.any(String)]);
  for (const [options, scope] of [
    [["--from", "Ada"], "Ada"],
    [["--from", "Ada", "--scope", "crew"], "crew"],
    [["--from", "Ada", "--shared"], ""],
  ] as const) {
    const said = await answer(["talk", ...options, "Good", "morning."]);
    expect(said).toHaveProperty("reply");
    const { notes } = JSON.parse((await service.get(`/notes?limit=1${scope && `&scope=${scope}`}`)).text);
    expect(notes).toMatchObject([{ _id: said.noteId, from: "Ada" }]);
  }
});

test("a note can be a reminder", async () => {
  const said = await answer([
    "talk",
    "Renew the domain.",
    "--from",
    "Ida",
    "--remind-at",
    "2031-03-29 14:30",
  ]);
  expect(said).toHaveProperty("reminderId");
  expect((await run(["reminders"])).stdout).toMatch(/^2031-03-29 14:30 Ida Renew the domain\. \S+\n$/);
  expect(await run(["talk", "Soon.", "--remind-at", "soon"])).toMatchObject({ code: 2 });
});

describe("the exit code tells", () => {
  test.each([
    ["wrong use", ["recall"], {}, 2],
    ["an unknown command", ["dance"], {}, 2],
    ["a value out of range", ["recall", "x", "--limit", "1000"], {}, 2],
    ["a service that is not there", ["status", "--url", "http://127.0.0.1:1"], {}, 3],
    ["a token of another class", ["tick"], {}, 4],
    ["no such memory", ["forget", "nothing"], {}, 5],
    ["nothing to forget", ["forget", "--derived"], {}, 2],
    ["success", ["--version"], {}, 0],
  ])("%s", async (_what, words, more, code) => {
    const ran = await run(words, more);
    expect({ code: ran.code, said: ran.stderr !== "" }).toEqual({ code, said: code !== 0 });
    expect(ran.stderr).not.toMatch(/^\s+at /m);
  });
});

test("the settings file's tokens go to this machine alone", async () => {
  writeFileSync(
    join(folder, "own.env"),
    `WRITE_TOKEN=${service.tokens.write}\nPORT=${new URL(service.url).port}\n`,
  );
  const own = { ENV_FILE: join(folder, "own.env"), ANIMA_URL: "", ANIMA_TOKEN: "" };
  expect(await answer(["feed", "Sun."], own)).toMatchObject({ success: true });
  const { targetOf } = await import("../cli/connection");
  expect(targetOf("http://anima.example", own).tokens).toEqual({});
});

test("doctor tries the providers and says what to do", async () => {
  const provider = await modelServer();
  const replies = [{ note: 1, text: "In locker 417, says Mara." }];
  await provider.set([{ kind: "answers", value: { ...goodAnswer, replies } }]);
  const endpoints = {
    ANIMA_TOKEN: "",
    PORT: new URL(service.url).port,
    TICK_TOKEN: service.tokens.tick,
    DATA_DIR: folder,
    LLM_API_KEY: "key",
    LLM_BASE_URL: provider.baseUrl,
  };
  const well = await run(["doctor", "--json"], endpoints);
  await provider.reset();
  const findings = JSON.parse(well.stdout).findings as { check: string; level: string; text: string }[];
  expect({ ...well, stdout: findings.filter(({ level }) => level === "trouble") }).toEqual({
    code: 0,
    stdout: [],
    stderr: "",
  });
  expect(findings).toEqual(
    expect.arrayContaining(
      ["settings", "tokens", "model", "disk", "clock", "service"].map((check) =>
        expect.objectContaining({ check, level: "ok" }),
      ),
    ),
  );
  const { text } = findings.find(({ check }) => check === "model") ?? {};
  expect(text).toMatch(/keeps the schema of a tick.*answers a note from memory.*for a small tick/);
  const exposed = join(folder, "exposed.env");
  writeFileSync(exposed, `TICK_TOKEN=${service.tokens.tick}\n`, { mode: 0o644 });
  const wrongs = { ENV_FILE: exposed, LLM_BASE_URL: "http://127.0.0.1:1/v1" };
  const ill = await run(["doctor"], { ...endpoints, ...wrongs });
  expect(ill).toMatchObject({ code: 1, stdout: expect.stringContaining("→ check the address") });
  expect(ill.stdout).toContain(`→ chmod 600 ${exposed}`);
  const wrong = await run(["doctor"], { ...endpoints, AGENT_TIMEZONE: "Nowhere" });
  expect(wrong).toMatchObject({ code: 1, stdout: expect.stringContaining("AGENT_TIMEZONE") });
});

test("doctor --deep has the service verify its data", async () => {
  const asTick = { ANIMA_TOKEN: service.tokens.tick };
  const { code, stdout } = await run(["doctor", "--deep", "--url", service.url], asTick);
  expect(stdout).toMatch(/✓ data +\d+ rows and \d+ entries of lists, no difference/);
  expect(code).toBe(0);
  const denied = await run(["doctor", "--deep", "--url", service.url], {
    ANIMA_TOKEN: "wrong-token-of-this-test",
  });
  expect(denied.stdout).toContain("not verified");
});

test("doctor calls a service without a model well, and a degraded one not", async () => {
  const { stdout: quiet } = await run(["doctor", "--url", service.url]);
  expect(quiet).toContain("keeps a journal without a model");
  expect(quiet).toContain("all is well");
  const cut = await startService({ env: { LLM_API_KEY: "key", LLM_BASE_URL: "http://127.0.0.1:1/v1" } });
  await cut.post("/tick", {}, { token: cut.tokens.tick });
  const { code, stdout } = await run(["doctor", "--url", cut.url]);
  expect(code).toBe(0);
  expect(stdout).toContain("the service is degraded");
  expect(stdout).not.toContain("all is well");
});

test("logs shows a run of quiet ticks as one line, and each of them as JSON", async () => {
  const quiet = await startService();
  for (let i = 0; i < 4; i += 1) await quiet.post("/tick", undefined, { token: quiet.tokens.tick });
  const { stdout } = await run(["logs"], environmentIn(folder, quiet.url));
  expect(stdout.match(/quiet since/gi)).toHaveLength(1);
  expect(stdout).toContain("3 ticks");
  expect((await answer(["logs"], environmentIn(folder, quiet.url))).logs).toHaveLength(4);
});

test("watch follows what happens until Ctrl-C", async () => {
  const child = start(["watch", "--json"]);
  const done = ended(child);
  let seen = "";
  child.stdout.on("data", (text: string) => (seen += text));
  await until("the state", () => seen.includes('"kind":"state"'));
  await service.post("/wake", { note: "Is anybody there?" }, { token: service.tokens.write });
  await until("the note", () => seen.includes("Is anybody there?"));
  child.kill("SIGINT");
  expect((await done).code).toBe(0);
});

test("two MCP clients share the agent: one over stdio, one over HTTP", async () => {
  const clients = [1, 2].map((n) => new Client({ name: `test ${n}`, version: "1" }));
  const transports = [
    new StdioClientTransport({
      command: process.execPath,
      args: [BIN, "mcp"],
      env: environment({}),
      cwd: folder,
    }),
    new StreamableHTTPClientTransport(new URL("/mcp", service.url), {
      requestInit: { headers: { Authorization: `Bearer ${service.tokens.write}` } },
    }),
  ] as const;
  const facts = ["The tide is at noon.", "The moon was full on Tuesday."];
  try {
    await Promise.all(clients.map((client, i) => client.connect(transports[i] ?? transports[0])));
    const listed = await Promise.all(clients.map((client) => client.listTools()));
    expect(listed[0]?.tools).toEqual(listed[1]?.tools);
    await Promise.all(
      clients.map((client, i) =>
        client.callTool({ name: "remember", arguments: { type: "semantic", content: facts[i] } }),
      ),
    );
    for (const [i, client] of clients.entries()) {
      const query = facts[1 - i];
      const { structuredContent } = await client.callTool({ name: "recall", arguments: { query } });
      expect(JSON.stringify(structuredContent)).toContain(`"content":"${query}"`);
    }
  } finally {
    await Promise.all(clients.map((client) => client.close()));
  }
});

describe("on a terminal", () => {
  /** util-linux's `script` gives the command a terminal of its own. */
  async function onTerminal(
    words: string,
    more: Readonly<Record<string, string>> = {},
    input = "",
  ): Promise<string> {
    const line = `${process.execPath} ${BIN} ${words}`;
    const child = spawn("script", ["-qec", line, "/dev/null"], {
      cwd: folder,
      env: environment({ TERM: "xterm", ...more }),
    });
    return (await ended(child, input)).stdout;
  }
  const present = existsSync("/usr/bin/script");

  test.skipIf(!present)("there are colours, unless NO_COLOR is set; in a pipe there are none", async () => {
    expect(await onTerminal("status")).toContain("\x1b[");
    expect(await onTerminal("status", { NO_COLOR: "1" })).not.toMatch(/\x1b\[\d*m/);
    expect((await run(["status"])).stdout).not.toContain("\x1b");
  });

  test.skipIf(!present)("a person is asked before a memory is erased", async () => {
    const { memoryId } = await answer(["remember", "A boat sank in the storm."]);
    expect(await onTerminal(`forget ${memoryId}`, {}, "n\n")).toContain("[y/N]");
    expect((await service.get(`/memories/${memoryId}`)).status).toBe(200);
    expect(await onTerminal(`forget ${memoryId}`, {}, "y\n")).toContain("erased 1 row: 1 memory");
    expect((await service.get(`/memories/${memoryId}`)).status).toBe(404);
  });
});

test.each(["bash", "zsh", "fish"])("completion for %s names every command", async (shell) => {
  const { stdout } = await run(["completion", shell]);
  for (const name of ["start", "forget", "mcp", "doctor"]) expect(stdout).toContain(name);
});

test("an admin key is one that the service accepts", async () => {
  const { key } = await answer(["admin-key"]);
  const { host } = readConfig({ ADMIN_KEY: String(key) }, folder);
  expect(host.admin).toMatchObject({ key });
});
