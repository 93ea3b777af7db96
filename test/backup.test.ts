/** `npm run backup` and `npm run restore`, as processes beside the service. */
import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import * as z from "zod";
import { projectRoot } from "../scripts/start/root";
import { startService, type Service } from "./support/service";

const run = promisify(execFile);

function command(service: Service, script: "backup" | "restore", ...files: string[]) {
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    ENV_FILE: join(service.dataDir, "..", "none.env"),
    DATA_DIR: service.dataDir,
  };
  return run(process.execPath, [join(projectRoot, "scripts/run.mjs"), `scripts/${script}.ts`, ...files], {
    env,
    cwd: projectRoot,
  });
}

const contents = async (service: Service) =>
  (await service.get("/memories?limit=100"))
    .as(z.looseObject({ memories: z.array(z.looseObject({ content: z.string() })) }))
    .memories.map(({ content }) => content)
    .toReversed();

test(
  "a backup of a running service is restored whole, and nothing else is",
  { timeout: 120_000 },
  async () => {
    const service = await startService();
    const store = (content: string) =>
      service.post("/memories/store", { type: "semantic", content }, { token: service.tokens.write });
    await store("before");
    const folder = join(service.dataDir, "..");
    const file = join(folder, "agent.backup");

    // Writes go on meanwhile: the copy holds a prefix of them, each whole.
    let writing = true;
    const written: string[] = [];
    const writer = (async () => {
      for (let i = 0; writing; i++) {
        written.push(`during ${i}`);
        await store(`during ${i}`);
      }
    })();
    await command(service, "backup", file);
    writing = false;
    await writer;
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder).filter((name) => name.startsWith("agent.backup"))).toEqual(["agent.backup"]);

    const failure = async (script: "backup" | "restore", ...files: string[]) => {
      const { code, stderr } = await command(service, script, ...files).then(
        () => ({ code: 0, stderr: "" }),
        (thrown: unknown) => z.looseObject({ code: z.number(), stderr: z.string() }).parse(thrown),
      );
      return `${code} ${stderr}`;
    };
    expect(await failure("backup", file)).toMatch(/^1 The backup failed: .* exists already/);
    expect(await failure("backup")).toMatch(/^2 one file must be named\nusage: npm run backup -- FILE/);
    expect(await failure("restore", file)).toMatch(/^1 Nothing was restored: .* is in use by process \d+/);
    expect(await contents(service)).toEqual(["before", ...written]);

    await service.stop();
    const database = join(service.dataDir, "convex.sqlite3");
    const unchanged = readFileSync(database);
    const damaged = join(folder, "damaged");
    writeFileSync(damaged, readFileSync(file));
    truncateSync(damaged, statSync(file).size - 8_192);
    const text = join(folder, "text");
    writeFileSync(text, "no database");
    expect(await failure("restore", damaged)).toMatch(/^1 Nothing was restored: The file is damaged/);
    expect(await failure("restore", text)).toMatch(/^1 Nothing was restored: The file is no SQLite database/);
    expect(await failure("restore", join(folder, "none"))).toMatch(
      /^1 Nothing was restored: There is no file/,
    );
    expect(readFileSync(database).equals(unchanged)).toBe(true);
    expect(existsSync(`${database}.restored`)).toBe(false);

    const { stdout } = await command(service, "restore", file);
    const replaced = /moved to (.+)\.\n/.exec(stdout)?.[1] ?? "";
    expect(readFileSync(join(replaced, "convex.sqlite3")).equals(unchanged)).toBe(true);
    await service.restart();
    const restored = await contents(service);
    expect(restored).toEqual(["before", ...written].slice(0, restored.length));
    expect(restored.length).toBeGreaterThan(0);
    await store("after");
    expect((await contents(service)).at(-1)).toBe("after");
  },
);
