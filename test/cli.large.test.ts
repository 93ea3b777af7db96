/** The official CLI of the pinned version inspects the real service, each command in a process of its own. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { strFromU8, unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { withProjectCopy } from "convex-on-sqlite/codegen";
import { APP_FOLDERS, projectRoot } from "../scripts/start/root";
import { ConvexCli } from "./support/convexCli";
import { startService, type Service } from "./support/service";

const KEY = "an-admin-key-of-the-tests-0123456789";

let service: Service;
let cli: ConvexCli;
const folder = mkdtempSync(join(tmpdir(), "anima-cli-"));
const snapshot = join(folder, "snapshot.zip");
const memories = ["Mara painted the door.", "The lighthouse was saved.", "Rain fell all night."];

beforeAll(async () => {
  service = await startService({ env: { ADMIN_KEY: KEY } });
  cli = new ConvexCli(service.url, KEY);
  for (const content of memories) {
    const stored = await service.post(
      "/memories/store",
      { type: "episodic", content },
      { token: service.tokens.write },
    );
    expect(stored.status).toBe(200);
  }
});

afterAll(() => rmSync(folder, { recursive: true }));

async function outputOf(...args: string[]): Promise<string> {
  const { code, output } = await cli.run(args);
  expect(output).not.toBe("");
  expect([args, code, output.slice(0, 2_000)]).toEqual([args, 0, expect.any(String)]);
  return output;
}

test("convex data lists tables and documents, of components as well", async () => {
  expect((await outputOf("data")).split("\n")).toEqual(expect.arrayContaining(["agent", "logs", "memories"]));
  const newest = await outputOf("data", "memories", "--limit", "2", "--order", "desc", "--format", "jsonl");
  const contents = newest.split("\n").filter((line) => line.startsWith("{ "));
  expect(contents).toEqual([expect.stringContaining("Rain fell"), expect.stringContaining("lighthouse")]);
  expect(newest).not.toContain("Mara");
  expect(await outputOf("data", "--component", "rateLimiter")).toContain("rateLimits");
});

test("convex data and convex run end with the reason if there is no such table or component", async () => {
  const refusals: [string, ...string[]][] = [
    ['There is no table "nonsuch". The tables: agent,', "data", "nonsuch"],
    [
      'The app has no component "none". Its components: migrations,',
      "data",
      "memories",
      "--component",
      "none",
    ],
    ['The app has no component "none"', "run", "state:get", "--component", "none"],
  ];
  for (const [reason, ...args] of refusals) {
    const { code, output } = await cli.run(args);
    expect([args, code, output]).toEqual([args, 1, expect.stringContaining(reason)]);
  }
});

test("convex run calls internal functions, also of components, and watches queries", async () => {
  const logs = JSON.parse(await outputOf("run", "agent/queries:logs", '{"limit":5,"offset":0}')) as object;
  expect(logs).toEqual(expect.any(Object));
  const time = await outputOf("run", "lib:getServerTime", "--component", "rateLimiter");
  expect(Number(time)).toBeGreaterThan(1_600_000_000_000);
  const watched = await cli.watch(["run", "state:get", "--watch"], (text) => text.includes('"mood"'));
  expect(watched).toContain('"health"');
});

test("convex env and function-spec describe the deployment; secrets are shown to who asks for one", async () => {
  const listed = await outputOf("env", "list");
  expect(listed).toContain("AUTONOMY=off");
  expect(listed).not.toContain(service.tokens.write);
  expect(await outputOf("env", "get", "WRITE_TOKEN")).toBe(service.tokens.write);
  const spec = JSON.parse(await outputOf("function-spec")) as { url: string; functions: object[] };
  expect(spec.functions).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ identifier: "state.js:get", visibility: { kind: "public" } }),
      { functionType: "HttpAction", method: "GET", path: "/state" },
    ]),
  );
});

test("convex logs shows what ran, and follows", async () => {
  await service.get("/state");
  const seen = await cli.watch(["logs", "--history", "--success"], (text) =>
    /\[CONVEX H\(GET \/state\)\] Function executed in \d+ ms/.test(text),
  );
  expect(seen).toMatch(/\[CONVEX Q\(\S+\)\] Function executed in/);
});

test("convex logs --history N shows the lines and errors of the last calls, without --success", async () => {
  await service.get("/state");
  const failed = await cli.run(["run", "agent/queries:logs", '{"limit":"many"}']);
  expect(failed.code).toBe(1);
  const seen = await cli.watch(["logs", "--history", "500"], (text) => /ArgumentValidationError/.test(text));
  expect(seen).toMatch(/\[CONVEX H\(GET \/state\)\] \[INFO\] .*"route":"\/state"/);
  expect(seen).not.toContain("Function executed in");
});

test("convex export writes a snapshot in the form of Convex", async () => {
  await outputOf("export", "--path", snapshot);
  const files = unzipSync(readFileSync(snapshot));
  const text = (name: string): string => strFromU8(files[name] ?? new Uint8Array());
  expect(text("memories/documents.jsonl").trim().split("\n")).toHaveLength(memories.length);
  expect(text("memories/generated_schema.jsonl")).toBe('"uniform"\n');
  expect(Object.keys(files)).toContain("_components/rateLimiter/rateLimits/documents.jsonl");
});

test("convex import loads a snapshot again, in the place of what is there", async () => {
  const refused = await cli.run(["import", snapshot]);
  expect([refused.code, refused.output]).toEqual([1, expect.stringContaining("has documents already")]);

  await service.post(
    "/memories/store",
    { type: "episodic", content: "Forgotten by the import." },
    { token: service.tokens.write },
  );
  expect(await outputOf("import", snapshot, "--replace", "--yes")).toMatch(/Added \d+ documents/);
  expect(await outputOf("data", "memories", "--format", "jsonl")).not.toContain("Forgotten");
  const found = await service.get("/memories/search?q=lighthouse");
  expect(found.text).toContain("The lighthouse was saved.");
});

test("convex import appends lines of JSON to a table", async () => {
  const lines = join(folder, "lines.jsonl");
  writeFileSync(lines, '{"job":"tick","run":7,"expiresAt":0}\n');
  expect(await outputOf("import", "--table", "leases", "--append", lines)).toContain("Added 1 documents");
});

describe("what a host can't do", () => {
  test.each([
    [["deploy"], "takes no pushes"],
    [["dev", "--once"], "takes no pushes"],
    [["env", "set", "AUTONOMY", "on"], "set them in .env.local"],
  ])("convex %j says what to do instead", async (args, advice) => {
    await withProjectCopy(projectRoot, { generated: true, folders: APP_FOLDERS }, async (copy) => {
      expect((await cli.run(args, copy)).output).toContain(advice);
    });
  });

  test("a wrong key is refused at once", async () => {
    const stranger = new ConvexCli(service.url, "not-the-admin-key");
    const { code, output } = await stranger.run(["run", "state:get"]);
    expect([code, output]).toEqual([1, expect.stringContaining("BadAdminKey")]);
    expect(output).not.toContain("Retrying");
  });

  test.each([[["data"]], [["run", "state:get", "--watch"]]])(
    "convex %j ends at a wrong key",
    async (args) => {
      const stranger = new ConvexCli(service.url, "not-the-admin-key");
      const { code, output } = await stranger.run(args);
      expect([code, output]).toEqual([1, expect.stringContaining("The admin key is not the ADMIN_KEY")]);
      // Outside CI an error that nothing handles would not end it.
      expect(output).not.toContain("    at ");
    },
  );
});

test("no use of the key reaches the log", () => {
  expect(service.output()).toContain("admin access");
  expect(service.output()).not.toContain(KEY);
});
