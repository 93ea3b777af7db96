/** The integrations for Claude Code, Cursor and Codex, installed and run as these programs do, against one real service. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { spawnSync } from "node:child_process";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { beforeAll, describe, expect, test } from "vitest";
import { version } from "../../package.json";
import { projectRoot } from "../../scripts/start/root";
import { atTheEnd } from "../support/cleanUp";
import { startService, type Service } from "../support/service";
import { commandsOf, expanded, loadPlugin, runHook, tomlTable, type HookRun } from "./clients";
import { NOTES, QUESTIONS } from "../mcp/repositoryNotes";

const SOURCE = join(projectRoot, "integrations");

let service: Service;
let env: Record<string, string>;

beforeAll(async () => {
  service = await startService();
  const folder = newFolder();
  // Patient, since this machine is busy with other tests.
  env = {
    ...{ HOME: folder, TMPDIR: folder, ANIMA_HOOK_TIMEOUT_MS: "20000" },
    ...{ ANIMA_URL: service.url, ANIMA_TOKEN: service.tokens.write },
  };
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "anima-integration-"));
  atTheEnd(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A clone of a repository on a branch. */
function repository(name: string, branch = "main"): string {
  const folder = newFolder();
  mkdirSync(join(folder, ".git"));
  writeFileSync(join(folder, ".git/HEAD"), `ref: refs/heads/${branch}\n`);
  writeFileSync(
    join(folder, ".git/config"),
    `[core]\n\tbare = false\n[remote "origin"]\n\turl = git@example.org:${name}.git\n`,
  );
  return folder;
}

const store = (scope: string, content: string, more: object = {}) =>
  service.post(
    "/memories/store",
    { type: "semantic", content, scope, ...more },
    { token: service.tokens.write },
  );

async function contentsIn(scope: string): Promise<string[]> {
  const { text } = await service.get(`/memories?limit=100&scope=${encodeURIComponent(scope)}`);
  return (JSON.parse(text) as { memories: { content: string }[] }).memories.map(({ content }) => content);
}

async function toolsOver(url: string, headers: Record<string, string>): Promise<string[]> {
  const client = new Client({ name: "test", version: "1" });
  try {
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
    const { isError = false } = await client.callTool({
      name: "remember",
      arguments: { content: `Said to ${url}.` },
    });
    expect(isError).toBe(false);
    return (await client.listTools()).tools.map(({ name }) => name);
  } finally {
    await client.close();
  }
}

/** A session of one of the programs in a project. */
interface Session {
  readonly project: string;
  /** Runs the hooks of an event. */
  readonly fire: (event: string, input?: object) => Promise<HookRun>;
}

/** Claude Code copies a plugin into its cache. */
const plugin = () => {
  const root = join(newFolder(), "anima");
  cpSync(join(SOURCE, "claude-code"), root, { recursive: true });
  return root;
};

function install(...words: string[]): void {
  const { status, stderr } = spawnSync(process.execPath, [join(SOURCE, "install.mjs"), ...words], {
    env: { PATH: process.env.PATH, ...env },
    encoding: "utf8",
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
}

function sessionIn(
  project: string,
  hooks: string,
  more: Readonly<Record<string, string>>,
  common: object,
): Session {
  const session = { session_id: project, ...common };
  return {
    project,
    fire: async (event, input = {}) => {
      const [command, ...others] = commandsOf(hooks, event);
      expect({ event, others }).toEqual({ event, others: [] });
      return runHook(
        command ?? "",
        { ...session, hook_event_name: event, ...input },
        { ...env, ...more },
        project,
      );
    },
  };
}

const SESSIONS = {
  "claude-code": (project: string): Session => {
    const root = plugin();
    const common = { cwd: project, transcript_path: join(project, "none.jsonl"), permission_mode: "default" };
    return sessionIn(project, loadPlugin(root).hooks, { CLAUDE_PLUGIN_ROOT: root }, common);
  },
  codex: (project: string): Session => {
    const home = join(newFolder(), ".codex");
    env.CODEX_HOME = home;
    install("codex", "--user");
    const common = { cwd: project, transcript_path: null, permission_mode: "default", model: "m" };
    return sessionIn(project, join(home, "hooks.json"), {}, common);
  },
  cursor: (project: string): Session => {
    install("cursor", project);
    const common = { conversation_id: project, workspace_roots: [project], cursor_version: "3.7" };
    return sessionIn(project, join(project, ".cursor/hooks.json"), {}, common);
  },
};

const EVENTS = {
  "claude-code": {
    start: "SessionStart",
    prompt: "UserPromptSubmit",
    end: "Stop",
    reply: "last_assistant_message",
  },
  codex: { start: "SessionStart", prompt: "UserPromptSubmit", end: "Stop", reply: "last_assistant_message" },
  cursor: { start: "sessionStart", prompt: "beforeSubmitPrompt", end: "afterAgentResponse", reply: "text" },
};

describe.each(["claude-code", "codex", "cursor"] as const)("%s", (program) => {
  const { start, prompt, end, reply } = EVENTS[program];

  test("a session is told its project's memories and keeps what is said to be remembered", async () => {
    const scope = `acme/${program}`;
    await store(scope, "Deploys go through CI only.");
    await store("acme/other", "The other project deploys by hand.");
    const { fire } = SESSIONS[program](repository(scope));

    const { code, context } = await fire(start, { source: "startup" });
    expect(code).toBe(0);
    expect(context).toContain("Deploys go through CI only.");
    expect(context).toContain(`"${scope}"`);
    expect(context).not.toContain("by hand");

    await fire(prompt, { prompt: "Please remember that the API is called Heron. Then fix the build?" });
    const text = "Done: the build works.\n\n- **Decision:** Images are built with BuildKit only.";
    await fire(end, { [reply]: text });
    // Once, however often the program runs a hook.
    await fire(end, { [reply]: text });
    expect(await contentsIn(scope)).toEqual([
      "Images are built with BuildKit only.",
      "The API is called Heron.",
      "Deploys go through CI only.",
    ]);
  });

  test("secrets are not stored, and the person is told", async () => {
    const scope = `acme/${program}-secrets`;
    const { fire } = SESSIONS[program](repository(scope));
    const { output, stderr } = await fire(prompt, {
      prompt: "Remember: the database password is hunter2hunter2",
    });
    expect(`${output?.systemMessage ?? ""}${stderr}`).toContain("secret");
    await fire(end, { [reply]: "Remember: deploy with ghp_abcdefghijklmnopqrstuvwxyz012345" });
    expect(await contentsIn(scope)).toEqual([]);
  });

  test("a service that is down, or wants a token, costs one line and no work", async () => {
    const { fire, project } = SESSIONS[program](repository("acme/down"));
    const [usual, url] = [env.ANIMA_TOKEN ?? "", env.ANIMA_URL ?? ""];
    try {
      env.ANIMA_URL = "http://127.0.0.1:1";
      for (const event of [start, prompt, end]) {
        const { code, stderr, context } = await fire(event, {
          prompt: "Always use pnpm.",
          [reply]: "Remember: use pnpm.",
        });
        expect({ code, context, lines: stderr.match(/\n/g)?.length }).toEqual({
          code: 0,
          context: "",
          lines: 1,
        });
        expect(stderr).toMatch(/^anima: .* does not answer/);
      }
      Object.assign(env, { ANIMA_URL: url, ANIMA_TOKEN: "" });
      expect(await fire(prompt, { prompt: "Always use pnpm." })).toMatchObject({
        code: 0,
        stderr: expect.stringContaining("ANIMA_TOKEN"),
      });
    } finally {
      Object.assign(env, { ANIMA_URL: url, ANIMA_TOKEN: usual });
    }
    expect(await fire(prompt, { prompt: "x", cwd: join(project, "gone") })).toMatchObject({ code: 0 });
  });
});

test("of many memories the branch's topic comes first, and a prompt brings up others, each once a session", async () => {
  const scope = "acme/many";
  const screws = Array.from({ length: 33 }, (_, i) => `Screw ${i + 1} has size ${i + 1}.`);
  await Promise.all(screws.map((content) => store(scope, content, { importance: 0.9 })));
  await store(scope, "The invoice printer needs paper of size A5.", { importance: 0 });
  await store(scope, "Roll-backs are done with argocd.", { importance: 0 });
  const { fire } = SESSIONS["claude-code"](repository(scope, "fix/invoice-printer"));
  const { context: atStart } = await fire("SessionStart", { source: "startup" });
  expect(atStart.split("\n")[1]).toContain("invoice printer");
  expect(atStart).not.toContain("argocd");
  expect(atStart).toContain("5 more");
  const { output, context } = await fire("UserPromptSubmit", { prompt: "How are roll-backs done?" });
  expect(output?.hookSpecificOutput?.hookEventName).toBe("UserPromptSubmit");
  expect(context).toContain("argocd");
  expect((await fire("UserPromptSubmit", { prompt: "How are roll-backs done?" })).context).not.toContain(
    "argocd",
  );
});

test("Claude Code without the reply in the event reads it in the transcript", async () => {
  const scope = "acme/transcript";
  const { fire, project } = SESSIONS["claude-code"](repository(scope));
  const rows = [
    { type: "user", message: { role: "user", content: "Remember: not this" } },
    {
      type: "assistant",
      message: { role: "assistant", content: [{ type: "text", text: "Remember: Port 4100 is for tests." }] },
    },
  ];
  const path = join(project, "session.jsonl");
  writeFileSync(path, rows.map((row) => JSON.stringify(row)).join("\n"));
  await fire("SessionEnd", { transcript_path: path, reason: "exit" });
  expect(await contentsIn(scope)).toEqual(["Port 4100 is for tests."]);
});

describe("the tools are reached by the settings of", () => {
  test("Claude Code", async () => {
    const { manifest, mcp } = loadPlugin(plugin());
    expect(manifest).toMatchObject({ name: "anima", version });
    const marketplace = JSON.parse(
      readFileSync(join(projectRoot, ".claude-plugin/marketplace.json"), "utf8"),
    );
    expect(marketplace.plugins).toMatchObject([
      { name: manifest.name, source: "./integrations/claude-code" },
    ]);
    const { mcpServers } = JSON.parse(expanded(readFileSync(mcp, "utf8"), env));
    expect(await toolsOver(mcpServers.anima.url, mcpServers.anima.headers)).toContain("recall");
  });

  test("Cursor", async () => {
    const project = newFolder();
    mkdirSync(join(project, ".cursor"));
    const others = { mcpServers: { other: { command: "other" } } };
    writeFileSync(join(project, ".cursor/mcp.json"), JSON.stringify(others));
    const hooks = {
      version: 1,
      hooks: { stop: [{ command: "./mine.sh" }], sessionStart: [{ command: "./mine.sh" }] },
    };
    writeFileSync(join(project, ".cursor/hooks.json"), JSON.stringify(hooks));
    install("cursor", project);
    install("cursor", project);
    const { mcpServers } = JSON.parse(
      readFileSync(join(project, ".cursor/mcp.json"), "utf8").replace(
        "${env:ANIMA_TOKEN}",
        env.ANIMA_TOKEN ?? "",
      ),
    );
    expect(mcpServers).toMatchObject(others.mcpServers);
    expect(await toolsOver(mcpServers.anima.url, mcpServers.anima.headers)).toContain("recall");
    expect(commandsOf(join(project, ".cursor/hooks.json"), "stop")).toEqual(["./mine.sh"]);
    expect(commandsOf(join(project, ".cursor/hooks.json"), "sessionStart")).toHaveLength(2);
    expect(readFileSync(join(project, ".cursor/rules/anima.mdc"), "utf8")).toMatch(
      /^---\n[^]*alwaysApply: true\n---/,
    );
  });

  test("Codex", async () => {
    const project = newFolder();
    mkdirSync(join(project, ".codex"));
    writeFileSync(
      join(project, ".codex/config.toml"),
      'model = "m"\n\n[mcp_servers.other]\ncommand = "other"\n',
    );
    writeFileSync(join(project, "AGENTS.md"), "# Rules\n\nBe kind.\n");
    install("codex", project);
    install("codex", project);
    const settings = readFileSync(join(project, ".codex/config.toml"), "utf8");
    expect(settings.match(/\[mcp_servers\.\w+\]/g)).toEqual(["[mcp_servers.other]", "[mcp_servers.anima]"]);
    const { url = "", bearer_token_env_var: variable = "" } = tomlTable(settings, "mcp_servers.anima");
    expect(await toolsOver(url, { Authorization: `Bearer ${env[variable]}` })).toContain("recall");
    const rules = readFileSync(join(project, "AGENTS.md"), "utf8");
    expect(rules).toMatch(/^# Rules\n\nBe kind\.\n\n[^]*## Project memory/);
    expect(rules.match(/## Project memory/g)).toHaveLength(1);
  });
});

test("14 of 15 of a developer's questions have the right note among the first five", async () => {
  await Promise.all(Object.values(NOTES).map((content) => store("acme/shop", content)));
  Object.assign(process.env, { ANIMA_URL: env.ANIMA_URL, ANIMA_HOOK_TIMEOUT_MS: env.ANIMA_HOOK_TIMEOUT_MS });
  const scripts = join(SOURCE, "claude-code/scripts/memories.mjs");
  const { memoriesFor } = (await import(scripts)) as {
    memoriesFor: (scope: string, text: string) => Promise<readonly { content: string }[]>;
  };
  const missed = [];
  for (const [question, note] of QUESTIONS) {
    const found = await memoriesFor("acme/shop", question);
    expect(found.length).toBeLessThanOrEqual(5);
    if (!found.some(({ content }) => content === NOTES[note])) missed.push(question);
  }
  expect(missed.length).toBeLessThanOrEqual(1);
});
