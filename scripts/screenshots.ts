/**
 * Takes the screenshots under docs/screenshots/: each view of the console in light, dark and on a phone, of a service that
 * was fed some made-up days.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findChromium, startChromium } from "../test/browser/chromium";
import { seedLogs } from "../test/browser/seed";
import { RunningService } from "../test/support/running-service";
import { EVENTS, KNOWLEDGE, MEMORIES, NOTES, pastLogs } from "./screenshots/story";
import { projectRoot } from "./start/root";

const SHAPES = {
  light: { width: 1280, height: 900, colorScheme: "light" },
  dark: { width: 1280, height: 900, colorScheme: "dark" },
  phone: { width: 390, height: 844, colorScheme: "light" },
} as const;

const VIEWS = {
  now: "now",
  stream: "stream",
  talk: "talk",
  memory: "memory",
  graph: "memory/graph",
  themes: "memory/themes",
  knowledge: "memory/knowledge",
  steer: "steer",
} as const;

const executable = findChromium();
if (executable === null) throw new Error("Chromium is needed: install it, or name one in CHROMIUM.");

const folder = mkdtempSync(join(tmpdir(), "anima-screenshots-"));
const out = process.argv[2] ?? join(projectRoot, "docs/screenshots");
mkdirSync(out, { recursive: true });
const dataDir = join(folder, "data");
await seedLogs(dataDir, { entries: pastLogs(Date.now()) });
const service = await RunningService.start({ dataDir, env: { AUTONOMY: "off", AGENT_NAME: "Anima" } });
const browser = await startChromium(executable);
try {
  const write = async (path: string, body: object | undefined, kind: "write" | "tick"): Promise<void> => {
    const answer = await service.post(path, body, { token: service.tokens[kind] });
    if (answer.status !== 200) throw new Error(`POST ${path}: ${answer.text}`);
  };
  for (const memory of MEMORIES) await write("/memories/store", memory, "write");
  for (const item of KNOWLEDGE) await write("/knowledge", item, "write");
  for (const event of EVENTS) await write("/feed", event, "write");
  await write("/tick", undefined, "tick");
  for (const note of NOTES) await write("/wake", { ...note, triggerTick: true, wait: 30 }, "write");
  await write("/memories/consolidate", undefined, "tick");
  await write(
    "/consciousness/process",
    { seeds: MEMORIES.slice(0, 3).map(({ content }) => ({ content, importance: 0.8 })) },
    "tick",
  );
  const linked = JSON.parse((await service.get("/memories?limit=100")).text) as {
    readonly memories: readonly { readonly _id: string }[];
  };
  for (const { _id } of linked.memories) await write("/memories/link", { memoryId: _id }, "write");

  for (const [shape, { colorScheme, ...viewport }] of Object.entries(SHAPES)) {
    const context = await browser.newContext({ viewport, colorScheme, reducedMotion: "reduce" });
    const page = await context.newPage();
    page.setDefaultTimeout(90_000);
    const session = await context.newCDPSession(page);
    for (const [name, view] of Object.entries(VIEWS)) {
      await page.goto(`${service.url}/#/${view}`);
      await page.locator("main .view").waitFor();
      if (name === "talk") await page.getByLabel("You are").fill("Mira");
      if (name === "memory") await page.getByLabel("Search memory").fill("when does the ferry leave");
      if (name === "memory") await page.getByRole("list", { name: "Found memories" }).waitFor();
      if (name === "now") await page.locator(".chart canvas").waitFor();
      await page.locator(".loading").first().waitFor({ state: "detached" });
      await page.evaluate(() => document.fonts.ready);
      // Playwright itself writes no WebP.
      const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: 82 });
      writeFileSync(join(out, `${name}-${shape}.webp`), Buffer.from(data, "base64"));
    }
    await context.close();
  }
} finally {
  await browser.close();
  await service.dispose();
  rmSync(folder, { recursive: true, force: true });
}
