/** `anima setup` and what it rests on, against scripted servers over real HTTP. */
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { findServers, serverAt } from "../providers/servers";
import { tryProvider } from "../providers/trial";
import { summaryOf } from "../providers/verdict";
import { emptyHome, ended, startCommand, type Ran } from "./support/command";
import { startLocalServers } from "./support/local-servers";

let at: Awaited<ReturnType<typeof startLocalServers>>;

beforeAll(async () => {
  at = await startLocalServers();
});

/** What is said of a model of one of the servers. */
async function saidOf(
  kind: keyof typeof at,
  model: string,
  role: "model" | "embedding" = "model",
  ms = 20_000,
) {
  const endpoint = { baseUrl: `${at[kind]}/v1`, apiKey: "local", model };
  return summaryOf((await tryProvider(role, endpoint, ms)).findings);
}

describe("a local server", () => {
  test("is known by its interface, and one that is gone is left out", async () => {
    const found = await findServers(Object.values(at));
    expect(found.map(({ kind, models }) => [kind, models])).toEqual([
      [
        "ollama",
        [
          { name: "strong:8b", use: "chat", size: "8.2B", context: 4096 },
          { name: "alike:latest", use: "embedding", size: "137M" },
        ],
      ],
      [
        "lmstudio",
        [
          { name: "acme/weak", use: "chat", size: "4B", context: 16384, maxContext: 262144 },
          { name: "nomic-text", use: "embedding", maxContext: 2048 },
        ],
      ],
      [
        "lmstudio",
        [
          { name: "slow", use: "chat", maxContext: 32768 },
          { name: "text-nomic", use: "embedding", maxContext: 2048 },
        ],
      ],
      ["llamacpp", [{ name: "forgetful.gguf", use: "chat", context: 8192, maxContext: 32768 }]],
      [
        "other",
        [
          { name: "strong", use: "chat", context: 32768 },
          { name: "flat-embed", use: "embedding" },
        ],
      ],
    ]);
    expect(await serverAt(`${at.dead}/v1`)).toBeNull();
  });
});

describe("a model that is tried", () => {
  test("is praised where it keeps the schema and uses memory", async () => {
    const said = await saidOf("other", "strong");
    expect(said.level).toBe("ok");
    expect(said.text).toContain("strong keeps the schema of a tick, asked as the schema");
    expect(said.text).toContain("answers a note from memory");
    expect(said.text).toMatch(/tokens a second/);
    expect(said.text).toContain("takes 32,768 tokens of context");
  });

  test("gets a warning where Ollama would cut a full tick", async () => {
    const said = await saidOf("ollama", "strong:8b");
    expect(said).toMatchObject({
      level: "note",
      advice: expect.stringContaining("OLLAMA_CONTEXT_LENGTH=16384"),
    });
  });

  test("is no use where it breaks the schema twice", async () => {
    const said = await saidOf("lmstudio", "acme/weak");
    expect(said).toMatchObject({ level: "trouble", advice: expect.stringContaining("take a larger model") });
    expect(said.text).toContain("does not keep the schema of a tick");
  });

  test("is weak where its reply misses what memory holds", async () => {
    const said = await saidOf("llamacpp", "forgetful.gguf");
    expect(said).toMatchObject({ level: "note", text: expect.stringContaining("does not find in memory") });
  });

  test("is too slow where no answer comes in time", async () => {
    const said = await saidOf("lmstudioV0", "slow", "model", 300);
    expect(said).toMatchObject({ level: "trouble", advice: expect.stringContaining("LLM_TIMEOUT") });
  });

  test("can't be reached where the server is gone", async () => {
    const said = await saidOf("dead", "strong");
    expect(said).toMatchObject({ level: "trouble", advice: expect.stringContaining("that the server runs") });
  });

  test("for embeddings tells paraphrases from strangers, or does not", async () => {
    expect(await saidOf("ollama", "alike:latest", "embedding")).toMatchObject({ level: "ok" });
    expect((await saidOf("ollama", "alike:latest", "embedding")).text).toContain("vectors of 4 numbers");
    expect(await saidOf("other", "flat-embed", "embedding")).toMatchObject({
      level: "note",
      text: expect.stringContaining("does not tell paraphrases"),
    });
  });
});

describe("anima setup without a terminal", () => {
  const KEY = "sk-0123456789-of-this-test";
  let folders = 0;

  /** Runs it on a settings file with these lines. */
  async function setUp(words: readonly string[], lines: string, more: Readonly<Record<string, string>> = {}) {
    const home = emptyHome();
    const file = join(home, `settings-${(folders += 1)}`, ".env.local");
    mkdirSync(join(file, ".."));
    writeFileSync(file, lines);
    chmodSync(file, 0o644);
    const env = { PATH: process.env["PATH"] ?? "", HOME: home, ENV_FILE: file, PORT: "1", ...more };
    const ran: Ran = await ended(startCommand(["setup", ...words], { cwd: home, env }));
    return { ...ran, file, after: existsSync(file) ? readFileSync(file, "utf8") : null };
  }

  const BEFORE = "# mine\nAGENT_NAME=Ada\nLLM_MODEL=old\n";

  test("writes what it tried, keeps the rest, and says what to do next", async () => {
    const url = `${at.ollama}/v1`;
    const { code, stdout, file, after } = await setUp(["--yes", "--url", url], BEFORE);
    expect(code).toBe(0);
    expect(after).toBe(
      `# mine\nAGENT_NAME=Ada\nLLM_MODEL=strong:8b\n# Chosen by anima setup.\nLLM_BASE_URL=${url}\nLLM_API_KEY=local\n` +
        `EMBEDDING_BASE_URL=${url}\nEMBEDDING_API_KEY=local\nEMBEDDING_MODEL=alike:latest\n`,
    );
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(stdout).toContain("Ollama at");
    expect(stdout).toContain("Now start the service: anima start");
  });

  test("writes nothing without --yes, and shows the lines", async () => {
    const { stdout, after } = await setUp(["--url", `${at.other}/v1`, "--embedding-model", "none"], BEFORE);
    expect(after).toBe(BEFORE);
    expect(stdout).toContain("LLM_MODEL=strong\n");
    expect(stdout).toContain("--yes writes it");
  });

  test("writes nothing for a model that can't be used, and fails", async () => {
    const words = [
      "--yes",
      "--url",
      `${at.lmstudio}/v1`,
      "--model",
      "acme/weak",
      "--embedding-model",
      "none",
    ];
    const { code, stdout, after } = await setUp(words, BEFORE);
    expect({ code, after }).toEqual({ code: 1, after: BEFORE });
    expect(stdout).toContain("take a larger model");
  });

  test("never shows a key", async () => {
    const url = `${at.other}/v1`;
    const lines = `LLM_BASE_URL=${url}\nLLM_API_KEY=${KEY}\n`;
    const { stdout, stderr, after } = await setUp(["--yes", "--url", url, "--json"], lines);
    const outcome = JSON.parse(stdout) as { settings: object; written: boolean };
    expect(outcome).toMatchObject({
      written: true,
      settings: { LLM_API_KEY: "(the key)", LLM_MODEL: "strong" },
    });
    expect(stdout + stderr).not.toContain(KEY);
    expect(after).toContain(`LLM_API_KEY=${KEY}\n`);
  });

  test("says where it looked if nothing answers", async () => {
    const { code, stderr } = await setUp(["--yes", "--url", `${at.dead}/v1`], BEFORE);
    expect(code).toBe(1);
    expect(stderr).toContain("lists no models: check that the server runs");
  });
});
