/** What `npm pack` makes, installed into empty folders as a user does, runs with npx. */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { name, version } from "../package.json";
import { projectRoot } from "../scripts/start/root";
import { startRegistry } from "./support/registry";
import { send } from "./support/request";
import { until } from "./support/until";

const MAX_TARBALL_BYTES = 3_000_000;
const MAX_INSTALLED_KIB = 200 * 1024;

const folder = mkdtempSync(join(tmpdir(), "anima-package-"));
const tarball = join(folder, `${name}-${version}.tgz`);
const home = join(folder, "user");
let registry: Awaited<ReturnType<typeof startRegistry>>;
let env: Record<string, string>;

const run = promisify(execFile);

/** Runs a program in the user's folder; its output. */
async function inHome(program: string, ...args: string[]): Promise<string> {
  return (await run(program, args, { cwd: home, env })).stdout;
}

beforeAll(async () => {
  registry = await startRegistry();
  mkdirSync(home);
  env = {
    ...{ PATH: process.env.PATH ?? "", HOME: folder, PORT: "0", AUTONOMY: "off" },
    // What npm keeps goes with the test, and nothing comes from elsewhere.
    ...{
      npm_config_cache: join(folder, "cache"),
      npm_config_registry: registry.url,
      npm_config_audit: "false",
    },
  };
  await run("npm", ["pack", "--pack-destination", folder], { cwd: projectRoot });
  await inHome("npm", "install", `../${name}-${version}.tgz`);
});

afterAll(async () => {
  await registry.close();
  rmSync(folder, { recursive: true, force: true });
});

test("the tarball and what an install of it brings are small, and hold neither sources, tests nor source maps", async () => {
  expect(statSync(tarball).size).toBeLessThan(MAX_TARBALL_BYTES);
  const [kib = ""] = (await inHome("du", "-sk", "node_modules")).split("\t");
  expect(Number(kib)).toBeLessThan(MAX_INSTALLED_KIB);
  const files = await inHome("tar", "--list", "--file", tarball);
  expect(files).toContain("package/dist/licenses.txt\n");
  expect(files).not.toMatch(/\.(?:ts|map)\n/);
  expect(registry.names).not.toContain("vitest");
});

test("npx runs the tarball by its absolute path, without an install", async () => {
  // A bare absolute path would be run as a program.
  const findings = await inHome("npx", "--yes", `file:${tarball}`, "doctor");
  expect(findings).toContain("start the service: anima start");
  expect(findings).toContain("all is well");
});

describe("the service that npx starts", () => {
  let npx: ReturnType<typeof spawn>;
  let url: string;
  let output = "";

  beforeAll(async () => {
    npx = spawn("npx", [name, "start"], { cwd: home, env, stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [npx.stdout, npx.stderr])
      stream?.setEncoding("utf8").on("data", (text: string) => (output += text));
    const ended = once(npx, "exit").then(() => Promise.reject(new Error(output)));
    const address = until("the address", () => /listens on (http:\S+)\n/.exec(output)?.[1]);
    url = await Promise.race([address, ended]);
    ended.catch(() => undefined);
  });

  test("answers, and has settings and data in the folder that it was started in", async () => {
    expect((await send("GET", `${url}/state`, undefined)).status).toBe(200);
    expect((await send("GET", `${url}/`, undefined)).text).toContain("/console/index-");
    expect(readFileSync(join(home, ".env.local"), "utf8")).toMatch(/^WRITE_TOKEN=[0-9a-f]{64}$/m);
    expect(existsSync(join(home, ".data", "convex.sqlite3"))).toBe(true);
  });

  test("is examined by doctor", async () => {
    expect(await inHome("npx", name, "doctor", "--url", url)).toContain(`runs anima ${version}`);
  });

  test("is a memory for an MCP client that runs npx", async () => {
    const client = new Client({ name: "test", version: "1" });
    const args = [name, "mcp", "--url", url];
    await client.connect(new StdioClientTransport({ command: "npx", args, env, cwd: home }));
    try {
      const content = "The lighthouse door is red.";
      const stored = await client.callTool({ name: "remember", arguments: { type: "semantic", content } });
      expect(stored.isError ?? false).toBe(false);
      const found = await client.callTool({ name: "recall", arguments: { query: "lighthouse door" } });
      expect(JSON.stringify(found)).toContain(content);
    } finally {
      await client.close();
    }
  });

  test("stops with npx, and its data can be copied, verified and restored", async () => {
    const closed = once(npx, "close");
    npx.kill("SIGTERM");
    // Any process that keeps npx's output open still runs.
    await closed;
    expect(output).toContain('"message":"stopped"');
    const anima = join("node_modules", ".bin", "anima");
    expect(await inHome(anima, "backup", "copy.backup")).toContain("copy.backup holds the database");
    expect(await inHome(anima, "verify")).toContain("no differences");
    expect(await inHome(anima, "restore", "copy.backup")).toContain("The database before was moved to");
  });
});
