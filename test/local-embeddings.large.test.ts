/** Embeddings on this machine: the real service, packages and model. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { atTheEnd } from "./support/cleanUp";
import { emptyHome, ended, environmentIn, startCommand } from "./support/command";
import { describeLocal, LOCAL } from "./support/local-model";
import { startModelFiles } from "./support/model-files";
import { RunningService } from "./support/running-service";
import { until } from "./support/until";

interface Health {
  readonly checks: { readonly embedding: string };
  readonly reembedding?: { readonly done: number; readonly total: number };
}
interface Found {
  readonly results: readonly { readonly memory: { readonly content: string }; readonly similarity: number }[];
}

const here = { EMBEDDING_PROVIDER: "local", EMBEDDING_PACKAGES: LOCAL.packages };
const fromFolder = { ...here, EMBEDDING_MODEL_PATH: LOCAL.model };

let folder: string;
let agent: RunningService;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "anima-models-"));
  atTheEnd(() => rm(folder, { recursive: true, force: true }));
});
afterEach(() => agent.dispose());

const health = async (): Promise<Health> => (await agent.get("/health")).json as Health;

async function store(content: string): Promise<boolean> {
  const body = { type: "semantic", content };
  const answer = await agent.post("/memories/store", body, { token: agent.tokens.write });
  return (answer.json as { embedding: boolean }).embedding;
}

async function search(question: string): Promise<Found["results"]> {
  const answer = await agent.get(`/memories/search?threshold=0&q=${encodeURIComponent(question)}`);
  return (answer.json as Found).results;
}

/** The processes that the service has started. */
function children(): number[] {
  const pid = String(agent.pid);
  return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);
}

const isRunning = (pid: number): boolean => readdirSync("/proc").includes(String(pid));

const MEANT = "Jonas is allergic to walnuts.";
const QUESTION = "Which foods make him ill?";

describeLocal("a model on this machine", () => {
  beforeEach(async () => {
    agent = await RunningService.start({ env: fromFolder });
  });

  test("finds by meaning what shares no word with the question, and goes with the service", async () => {
    expect(agent.output()).toMatch(/search {4}by words and meaning \(\S+ on this machine\)\n/);
    for (const content of ["The ferry sails at nine.", MEANT, "Mara paints the boathouse."])
      await store(content);
    await until("a store to get its vector at once", () => store("It rained all week."));
    const [first] = await search(QUESTION);
    expect(first?.memory.content).toBe(MEANT);
    expect(first?.similarity).toBeGreaterThan(0.1);
    expect((await health()).checks.embedding).toBe("ok");
    const [worker = 0] = children();
    await agent.kill();
    await until("the embedder to end", () => !isRunning(worker));
  });

  test("is started again where its process ends", async () => {
    await until("a vector", () => store("The ferry sails at nine."));
    const [worker = 0] = children();
    process.kill(worker, "SIGKILL");
    await until("the end to be noted", () => agent.output().includes("its process ended (SIGKILL)"));
    expect((await search("ferry"))[0]?.memory.content).toContain("ferry");
    await until("a vector of the next process", () => store("The ferry was late again."));
    expect(children()).not.toContain(worker);
    await until("health", async () => (await health()).checks.embedding === "ok");
  });
});

describeLocal("another model", () => {
  test("embeds all that is stored in the background, with progress, and goes on after a kill", async () => {
    agent = await RunningService.start({ env: { ...fromFolder, EMBEDDING_PROVIDER: "openai" } });
    const boats = Array.from({ length: 250 }, (_, at) => `The boat of berth ${at} was painted in spring.`);
    await Promise.all([MEANT, ...boats].map(store));
    await agent.kill();
    await agent.restart({ EMBEDDING_PROVIDER: "local" });
    await until("the first model to begin", async () => (await health()).reembedding?.total === 251);
    await agent.kill();
    const other = join(folder, "another-name");
    cpSync(LOCAL.model, other, { recursive: true });
    const changed = { EMBEDDING_PROVIDER: "local", EMBEDDING_MODEL_PATH: other };
    await agent.restart(changed);
    const { done } = await until("progress", async () => {
      const { reembedding } = await health();
      return reembedding !== undefined && reembedding.done > 0 ? reembedding : null;
    });
    expect(done).toBeLessThan(251);
    await agent.kill();
    await agent.restart(changed);
    await until("the end", async () => (await health()).reembedding === undefined);
    await until("the meaning to be found", async () => (await search(QUESTION))[0]?.memory.content === MEANT);
    expect((await health()).checks.embedding).toBe("ok");
  });
});

describeLocal("a model that can't be had", () => {
  let mirror: string;

  beforeAll(async () => {
    mirror = await startModelFiles();
  });

  test.each([
    [
      "no network",
      () => ({ EMBEDDING_MODEL_URL: "http://127.0.0.1:2" }),
      /can't be downloaded to .*\(ECONNREFUSED\)$/,
    ],
    [
      "a wrong checksum",
      () => ({ EMBEDDING_MODEL_URL: `${mirror}/wrong` }),
      /is not the expected file: its SHA-256 is/,
    ],
    [
      "a download that is under way",
      () => ({ EMBEDDING_MODEL_URL: `${mirror}/slow` }),
      /is being downloaded \(24 MB\)$/,
    ],
    [
      "a broken network",
      () => {
        const broken = join(folder, "broken");
        mkdirSync(broken, { recursive: true });
        cpSync(join(LOCAL.model, "tokenizer.json"), join(broken, "tokenizer.json"));
        writeFileSync(join(broken, "model.onnx"), "not a network");
        return { EMBEDDING_MODEL_PATH: broken };
      },
      /^broken on this machine: the model in .* can't be loaded/,
    ],
    ["an empty folder", () => ({ EMBEDDING_MODEL_PATH: folder }), /holds no model\.onnx$/],
  ])("%s: health says so, and search goes by words", async (_, env, reason) => {
    agent = await RunningService.start({ env: { ...here, ...env() } });
    const said = await until("health to tell", async () => {
      const { embedding } = (await health()).checks;
      return reason.test(embedding) ? embedding : null;
    });
    expect(said).toMatch(/on this machine: |is being downloaded/);
    expect(await store("The ferry sails at nine.")).toBe(false);
    expect((await search("ferry"))[0]?.memory.content).toBe("The ferry sails at nine.");
  });
});

describeLocal("the command", () => {
  test("tries the model, and setup writes the two lines for it", async () => {
    const home = emptyHome();
    const env = { ...environmentIn(home, ""), DATA_DIR: join(home, "data"), ...fromFolder };
    const examined = await ended(startCommand(["doctor"], { cwd: home, env }));
    expect(examined.stdout).toMatch(/embedding .* makes vectors of 384 numbers; tells what is alike/);
    const words = ["setup", "--yes", "--model", "none", "--local-embeddings", "all-MiniLM-L6-v2"];
    const written = await ended(startCommand(words, { cwd: home, env }));
    expect(written.code).toBe(0);
    expect(readFileSync(join(home, "none.env"), "utf8")).toContain(
      "EMBEDDING_PROVIDER=local\nEMBEDDING_MODEL=all-MiniLM-L6-v2\n",
    );
  });
});
