/** EMBEDDING_PROVIDER=local where its packages are missing. */
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { atTheEnd } from "./support/cleanUp";
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
  expect(agent.output().match(/search goes by words alone/g)).toHaveLength(1);
});
