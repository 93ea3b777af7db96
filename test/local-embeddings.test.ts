/** EMBEDDING_PROVIDER=local where its packages are missing. */
import { mkdtempSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { atTheEnd } from "./support/cleanUp";
import { emptyHome, ended, environmentIn, startCommand } from "./support/command";
import { startService } from "./support/service";
import { until } from "./support/until";

test("without its packages, search goes by words, and start and health say what to install", async () => {
  const empty = mkdtempSync(join(tmpdir(), "anima-no-packages-"));
  atTheEnd(() => rm(empty, { recursive: true, force: true }));
  const agent = await startService({
    env: {
      EMBEDDING_PROVIDER: "local",
      EMBEDDING_PACKAGES: empty,
      EMBEDDING_MODEL_URL: "http://127.0.0.1:2",
    },
  });
  const command = `npm install --ignore-scripts --prefix ${empty} onnxruntime-node@1.30 @huggingface/tokenizers@0.2`;
  expect(agent.output()).toContain(
    `search    by words; for all-MiniLM-L6-v2 on this machine: its packages are not installed: ${command}\n`,
  );
  const content = "The ferry sails at nine.";
  const stored = await agent.post(
    "/memories/store",
    { type: "semantic", content },
    { token: agent.tokens.write },
  );
  expect(stored.json).toMatchObject({ success: true, embedding: false });
  const found = await agent.get("/memories/search?q=ferry&threshold=0");
  expect(found.json).toMatchObject({ results: [{ memory: { content } }] });
  const said = await until("the health to tell", async () => {
    const { checks } = (await agent.get("/health")).json as { checks: { embedding: string } };
    return checks.embedding === "ok" ? null : checks.embedding;
  });
  expect(said).toBe(`all-MiniLM-L6-v2 on this machine: its packages are not installed: ${command}`);
  // A line for each reason, not for each attempt.
  const lines = () => agent.output().match(/search goes by words alone/g);
  expect(await until("the line of the log", lines)).toHaveLength(1);
});

test("doctor and setup say what to install, and setup writes nothing that can't be used", async () => {
  const home = emptyHome();
  const env = { ...environmentIn(home, ""), DATA_DIR: join(home, "data") };
  const local = { ...env, EMBEDDING_PROVIDER: "local" };
  const examined = await ended(startCommand(["doctor"], { cwd: home, env: local }));
  const command = `npm install --ignore-scripts --prefix ${join(home, "data", "packages")} onnxruntime-node`;
  expect(examined.code).toBe(1);
  expect(examined.stdout).toContain(command);
  const words = ["setup", "--yes", "--model", "none", "--local-embeddings"];
  const setUp = await ended(startCommand(words, { cwd: home, env }));
  expect(setUp.code).toBe(1);
  expect(setUp.stdout).toContain(command);
  expect(readFileSync(join(home, "none.env"), "utf8")).toBe("");
  const none = await ended(startCommand(["doctor"], { cwd: home, env }));
  expect(none.stdout).toContain("then EMBEDDING_PROVIDER=local");
});
