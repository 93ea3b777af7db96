/** The package as others install it: packed, with its dependencies from the registry, for an app in a folder of its own. */
import { execFile, execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const send = makeFunctionReference<"mutation", { body: string }>("messages:send");
const list = makeFunctionReference<"query", Record<string, never>, { body: string }[]>("messages:list");
const hello = makeFunctionReference<"query", Record<string, never>, string>("messages:hello");
const SCHEMA = `import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";
export default defineSchema({ messages: defineTable({ body: v.string() }) });
`;
const MESSAGES = `import { v } from "convex/values";
import { mutation, query } from "./_generated/server";
export const send = mutation({
  args: { body: v.string() },
  handler: (ctx, { body }) => ctx.db.insert("messages", { body }),
});
export const list = query({ args: {}, handler: (ctx) => ctx.db.query("messages").collect() });
`;

let app: string;
let service: ChildProcess | null = null;

beforeAll(() => {
  app = mkdtempSync(join(tmpdir(), "convex-on-sqlite-"));
  execFileSync("npm", ["run", "--silent", "build"], { cwd: root });
  const [packed] = JSON.parse(
    execFileSync("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", app], {
      cwd: root,
      encoding: "utf8",
    }),
  ) as { filename: string }[];
  writeFileSync(join(app, "package.json"), JSON.stringify({ name: "app", private: true, type: "module" }));
  const { peerDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    peerDependencies: { convex: string };
  };
  execFileSync(
    "npm",
    ["install", "--no-audit", `convex@${peerDependencies.convex}`, `./${packed?.filename}`],
    {
      cwd: app,
    },
  );
  mkdirSync(join(app, "convex"));
  writeFileSync(join(app, "convex/schema.ts"), SCHEMA);
  writeFileSync(join(app, "convex/messages.ts"), MESSAGES);
}, 300_000);
afterEach(async () => {
  if (service === null || service.exitCode !== null || service.signalCode !== null) return;
  service.kill("SIGTERM");
  await once(service, "exit");
});
afterAll(() => rmSync(app, { recursive: true, force: true }));

const binary = () => join(app, "node_modules/.bin/convex-on-sqlite");

/** Starts the command; yields a client for the address of each start that it tells of. */
async function* serve(command: "start" | "dev"): AsyncGenerator<ConvexHttpClient, never> {
  service = spawn(binary(), [command, "--port", "0"], { cwd: app, stdio: ["ignore", "ignore", "pipe"] });
  if (service.stderr === null) throw new Error("stderr is a pipe");
  let output = "";
  for await (const line of createInterface(service.stderr)) {
    output += `${line}\n`;
    const url = /answers at (http:\/\/[\d.]+:\d+)/.exec(line)?.[1];
    if (url !== undefined) yield new ConvexHttpClient(url, { logger: false });
  }
  throw new Error(`It ended. ${output}`);
}

async function firstOf(clients: AsyncGenerator<ConvexHttpClient, never>): Promise<ConvexHttpClient> {
  return (await clients.next()).value;
}

function command(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(binary(), args, { cwd: app }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
  });
}

test("serves an app, and writes its types; what was answered survives kill -9", async () => {
  const before = await firstOf(serve("dev"));
  expect(existsSync(join(app, "convex/_generated/server.d.ts"))).toBe(true);
  await before.mutation(send, { body: "hello" });
  await kill();
  const after = await firstOf(serve("start"));
  expect((await after.query(list, {})).map(({ body }) => body)).toEqual(["hello"]);
  const locked = await command("run", "messages:list");
  expect(locked).toMatchObject({ code: 1 });
  expect(locked.stderr).toContain(app);
});

/** Kills the process that serves, and the one that watches. */
async function kill(): Promise<void> {
  if (service === null) throw new Error("nothing runs");
  const own = execFileSync("ps", ["-o", "pid=", "--ppid", String(service.pid)], { encoding: "utf8" });
  for (const pid of own.split("\n").map(Number).filter(Boolean)) process.kill(pid, "SIGKILL");
  service.kill("SIGKILL");
  await once(service, "exit");
}

test("calls functions and moves data while the app is stopped, and says what is wrong", async () => {
  expect(JSON.parse((await command("run", "messages:send", '{"body":"two"}')).stdout)).toEqual(
    expect.any(String),
  );
  for (const [args, reason] of [
    [["run", "messages:send", "[]"], "must be a JSON object"],
    [["run", "messages:send", '{"body":2}'], "ArgumentValidationError"],
    [["run", "messages:gone"], "no function messages:gone"],
    [["start", "--app", "nowhere"], "nowhere/convex"],
    [["fly"], "no command fly"],
  ] as const)
    expect((await command(...args)).stderr).toContain(reason);
  expect(await command("export", "all.zip")).toMatchObject({ code: 0 });
  expect((await command("import", "all.zip")).stderr).toContain("has documents already");
  expect((await command("import", "all.zip", "--data", "copy")).stdout).toContain("2 documents");
  expect(await command("backup", "all.db")).toMatchObject({ code: 0 });
  expect(await command("restore", "all.db", "--data", "restored")).toMatchObject({ code: 0 });
  for (const data of ["copy", "restored"]) {
    const { stdout } = await command("run", "messages:list", "--data", data);
    expect((JSON.parse(stdout) as { body: string }[]).map(({ body }) => body)).toEqual(["hello", "two"]);
  }
});

test("starts anew with a changed source and new types", async () => {
  const clients = serve("dev");
  await expect((await firstOf(clients)).query(hello, {})).rejects.toThrow("messages:hello");
  appendFileSync(
    join(app, "convex/messages.ts"),
    'export const hello = query({ args: {}, handler: () => "hello" });\n',
  );
  writeFileSync(join(app, "convex/more.ts"), MESSAGES);
  expect(await (await firstOf(clients)).query(hello, {})).toBe("hello");
  expect(readFileSync(join(app, "convex/_generated/api.d.ts"), "utf8")).toContain("more");
});
