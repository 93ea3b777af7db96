/** The console in a browser, against the real service and a model server. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { answer as goodAnswer } from "../mind/answers";
import { modelServer } from "../support/model";
import type { ModelServer } from "../support/model-server";
import { startService, type Service } from "../support/service";
import { findChromium, startChromium } from "./chromium";
import { seedLogs } from "./seed";

const executable = findChromium();
if (executable === null && process.env.CI !== undefined)
  throw new Error("CI needs Chromium: .ci/run installs it.");
if (executable === null)
  console.warn("No Chromium found: the console's tests are skipped. Install it, or name one in CHROMIUM.");

const LOGS = 10_000;
const operations = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.object({ summary: z.string() }))),
});
const notesOf = z.object({
  notes: z.array(z.object({ note: z.string(), scope: z.string().optional() })),
});
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

describe.skipIf(executable === null)("the console", () => {
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let model: ModelServer;
  let service: Service;
  let folder: string;
  /** What the page complained of, and where it sent requests. */
  let complaints: string[];
  let origins: Set<string>;
  let expectsErrors: boolean;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "anima-console-"));
    const dataDir = join(folder, "data");
    const stepMs = 300_000;
    await seedLogs(dataDir, {
      entry: {
        mood: "curious",
        health: 80,
        volatility: 0.2,
        routine: "day",
        summary: "Seeded entry",
        detail: "Seeded.",
        timestamp: Date.now() - LOGS * stepMs,
      },
      count: LOGS,
      stepMs,
    });
    model = await modelServer();
    service = await startService({
      dataDir,
      env: { AUTONOMY: "off", AGENT_NAME: "Ada", LLM_API_KEY: "any", LLM_BASE_URL: model.baseUrl },
    });
    browser = await startChromium(executable ?? "");
  });
  afterAll(async () => {
    await browser?.close();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  beforeEach(async () => {
    await model.reset();
    complaints = [];
    origins = new Set();
    expectsErrors = false;
    // The figure of Now moves for ever, which takes a fourth of a core to draw in software.
    context = await browser.newContext({
      viewport: { width: 1280, height: 900 },
      reducedMotion: "reduce",
    });
    page = await context.newPage();
    // The client waits up to 16 seconds between two attempts to connect.
    page.setDefaultTimeout(80_000);
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(String(error)));
    page.on("request", (request) => origins.add(new URL(request.url()).host));
    page.on("websocket", (socket) => origins.add(new URL(socket.url()).host));
  });
  afterEach(async () => {
    await context.close();
    if (!expectsErrors) expect(complaints).toEqual([]);
    expect([...origins]).toEqual([new URL(service.url).host]);
  });

  const open = (view: string): Promise<unknown> => page.goto(`${service.url}/#/${view}`);
  const write = (path: string, body: object) => service.post(path, body, { token: service.tokens.write });
  const button = (name: string | RegExp) =>
    page.getByRole("button", { name, exact: typeof name === "string" });
  const enterToken = async (token: string): Promise<void> => {
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Token", { exact: true }).fill(token);
    await dialog.getByRole("button", { name: "Continue" }).click();
  };
  /** The shown health before an event, and what it changes to without reloading. */
  const healthMovedBy = async (
    content: string,
  ): Promise<readonly [before: string | null, after: string | null]> => {
    await page.getByTestId("summary").waitFor();
    const health = page.getByTestId("health");
    const before = await health.textContent();
    await write("/feed", { type: "news", content, impact: "high" });
    await page.waitForFunction(
      (shown) => document.querySelector('[data-testid="health"]')?.textContent !== shown,
      before,
    );
    return [before, await health.textContent()];
  };
  /** A card under Steer. */
  const card = (title: string) =>
    page.getByRole("region", { name: title, exact: true }).filter({ has: page.locator("form") });

  test("shows changes without reloading, under a strict policy", async () => {
    await open("now");
    await page.getByTestId("summary").waitFor();
    expect(await page.title()).toBe("Now · Ada");
    await page.evaluate(() => Object.assign(window, { kept: true }));
    const [before, after] = await healthMovedBy("A terrible disaster, horrible losses.");
    expect(Number(after)).toBeLessThan(Number(before));
    expect(await page.evaluate(() => "kept" in window)).toBe(true);
  });

  test("sends a note and shows the reply as it comes", async () => {
    const reply = "The ferry leaves at nine.";
    await model.set([{ kind: "fills", value: { replies: [{ note: 1, text: reply }], memories: [] } }]);
    await open("talk");
    await page.getByLabel("You are").fill("Grace");
    await page.getByLabel("Your note").fill("When does the ferry leave?");
    await page.keyboard.press("Enter");
    await enterToken(service.tokens.write);
    const conversation = page.getByRole("list", { name: "Conversation" });
    await conversation.getByText("When does the ferry leave?").waitFor();
    await conversation.getByText(reply).waitFor();

    await conversation.getByRole("link", { name: "Receipt" }).click();
    const receipt = page.getByRole("dialog", { name: "Receipt of a tick" });
    await receipt.getByText("When does the ferry leave?").waitFor();
    await receipt.getByText(reply).waitFor();
    await receipt.getByText(/^What the prompt held: [\d,]+ tokens$/).click();
    const events = page.getByRole("heading", { name: /^Events about \d+ tokens$/ });
    await receipt
      .locator("section", { has: events })
      .getByText("When does the ferry leave?")
      .last()
      .waitFor();
    await page.keyboard.press("Escape");
    await receipt.waitFor({ state: "detached" });
    expect(page.url()).toBe(`${service.url}/#/talk`);
  });

  test("shows a reply while it is written, and says once what stands", async () => {
    const reply =
      "The night ferry leaves at eleven from the north pier, and it waits for the last train where that is late; bring a blanket, since its saloon is cold and the crossing takes two hours.";
    const note = "When does the night ferry leave?";
    const answers = { kind: "fills", value: { replies: [{ note: 1, text: reply }], memories: [] } } as const;
    const slowly = { kind: "pace", units: 9, ms: 3, holdAfter: ["since its saloon"] } as const;
    await model.set([slowly, answers].map((fault) => ({ ...fault, containing: note })));
    await open("talk");
    await page.getByLabel("You are").fill("Hedy");
    const conversation = page.getByRole("list", { name: "Conversation" });
    // What a screen reader is told: text that comes into a region which is not off.
    await conversation.evaluate((list) => {
      const told: string[] = [];
      Object.assign(window, { told });
      new MutationObserver((changes) => {
        for (const { target, addedNodes, type } of changes)
          for (const node of type === "characterData" ? [target] : addedNodes) {
            const element = node instanceof Element ? node : node.parentElement;
            if (element?.closest("[aria-live]") === list) told.push(node.textContent ?? "");
          }
      }).observe(list, { childList: true, characterData: true, subtree: true });
    });
    await page.getByLabel("Your note").fill(note);
    await page.keyboard.press("Enter");
    await enterToken(service.tokens.write);
    const turn = conversation.getByRole("listitem").last();
    await turn.getByText("Still being written").waitFor();
    const bubble = turn.locator(".bubble.theirs");
    await bubble.getByText("The night ferry leaves at eleven").waitFor();
    const partial = (await bubble.textContent()) ?? "";
    expect(reply.startsWith(partial)).toBe(true);
    expect(partial.length).toBeLessThan(reply.length);
    await page.evaluate(AXE_SCRIPT);
    expect(await page.evaluate(RUN_AXE)).toEqual([]);
    const placeOf = () =>
      bubble.evaluate((element) => {
        const { left, top } = element.getBoundingClientRect();
        const outer = element.closest("li")?.getBoundingClientRect();
        return { left, down: Math.round(top - (outer?.top ?? 0)) };
      });
    const before = await placeOf();
    await model.resume();
    await turn.getByText(reply, { exact: true }).waitFor();
    await turn.getByRole("link", { name: "Receipt" }).waitFor();
    expect(await turn.getByText("Still being written").count()).toBe(0);
    expect(await bubble.count()).toBe(1);
    expect(await placeOf()).toEqual(before);
    const told = await page.evaluate(() => (window as unknown as { told: string[] }).told);
    expect(told.filter((text) => text.includes("The night ferry leaves"))).toEqual([reply]);
  });

  test("searches while typing, and explains the scores", async () => {
    await write("/memories/store", {
      type: "semantic",
      content: "The lighthouse keeper paints the railing blue.",
    });
    await open("memory");
    await page.getByLabel("Search memory").pressSequentially("lighthouse railing");
    const found = page.getByRole("list", { name: "Found memories" });
    await found.getByText("The lighthouse keeper paints the railing blue.").waitFor();
    const [score] = await found.locator(".score").allTextContents();
    expect(score).toMatch(/^0\.\d\d = similarity 0\.\d\d/);
  });

  test("corrects, pins and erases a memory", async () => {
    await write("/memories/store", { type: "semantic", content: "The harbour has four cranes." });
    await open("memory");
    await page.getByText("The harbour has four cranes.").click();
    const sheet = page.getByRole("dialog", { name: "Memory" });
    await sheet.getByRole("button", { name: "Correct" }).click();
    await sheet.getByLabel("Content").fill("The harbour has five cranes.");
    await sheet.getByRole("button", { name: "Save" }).click();
    await enterToken(service.tokens.write);
    await sheet.getByText("Version 1, edited by a caller", { exact: false }).waitFor();
    await sheet.getByRole("button", { name: "Pin", exact: true }).click();
    await sheet.getByRole("button", { name: "Unpin" }).waitFor();
    await sheet.getByRole("button", { name: "Erase", exact: true }).click();
    await sheet.getByText("Nobody can bring it back.", { exact: false }).waitFor();
    await sheet.getByRole("button", { name: "Erase for good" }).click();
    await sheet.getByText("Erased: 1 memory.").waitFor();
    await sheet.getByText("found nowhere.", { exact: false }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByText("The harbour has five cranes.").waitFor({ state: "detached" });
    expect((await service.get("/memories")).text).not.toContain("The harbour has five cranes.");
  });

  test("asks for a token, says when it is wrong, and keeps the right one", async () => {
    expectsErrors = true; // The browser reports the refused request.
    await open("steer");
    await button("Run a tick").click();
    await button("Cancel").click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await button("Run a tick").click();
    await enterToken("a wrong token of some length");
    await card("Tick").getByRole("alert").waitFor();
    await button("Run a tick").click();
    await page.getByText("The service refused the last one.", { exact: false }).waitFor();
    await enterToken(service.tokens.tick);
    await card("Tick").getByText("The whole answer").waitFor();
    await open("steer/mind");
    await page.reload();
    await button("Consolidate").click();
    await card("Consolidate")
      .getByText(/\d+ memor(y|ies): /)
      .waitFor();
    expect(await card("Consolidate").locator("code").textContent()).toBe(
      `curl -X POST ${service.url}/memories/consolidate \\\n  -H "Authorization: Bearer $TICK_TOKEN"`,
    );
    // The browser's own report of the 401, and nothing else.
    expect(complaints.filter((text) => !text.includes("401"))).toEqual([]);
  });

  test("shows the settings, and says what the model can and can't", async () => {
    const replies = [{ note: 1, text: "In locker 417, says Mara." }];
    await model.set([{ kind: "answers", value: { ...goodAnswer, replies } }]);
    await open("settings");
    await button("Show the settings").click();
    await enterToken(service.tokens.tick);
    await page.getByText(model.baseUrl).waitFor();
    await page.getByText("None is set, so search and duplicates go by words.").waitFor();
    const told = await page.getByRole("main").innerText();
    expect(told).toContain("Observant and warm");
    expect(told).toContain("EMBEDDING_PROVIDER=local");
    expect(told).toMatch(/RATE_LIMIT_TICK\s+no limit/);
    expect(told).not.toContain(service.tokens.tick);
    await button("Try it").click();
    await page.getByText("answers a note from memory").waitFor();
    await page.evaluate(AXE_SCRIPT);
    expect(await page.evaluate(RUN_AXE)).toEqual([]);
  });

  test("walks back through ten thousand entries", async () => {
    await open("stream");
    const entries = page.getByRole("list", { name: "Entries, newest first" }).locator("li.entry");
    await entries.first().waitFor();
    for (const kind of ["Events", "Notes", "Thoughts", "Artifacts"]) await button(kind).click();
    // Scrolls until more than a thousand are there, through every page on the way.
    await page.waitForFunction(() => {
      scrollTo(0, document.body.scrollHeight);
      return document.querySelectorAll("li.entry").length > 1_000;
    });
    const { logs } = JSON.parse((await service.get("/logs?limit=1&offset=1000")).text) as {
      readonly logs: readonly [{ readonly summary: string }];
    };
    expect(await entries.nth(1_000).textContent()).toContain(logs[0].summary);
  });

  test("shows a run of quiet ticks as one line, which unfolds", async () => {
    // Without a model, which is asked in each tick that somebody asks for.
    const still = await startService();
    for (let i = 0; i < 4; i += 1) await still.post("/tick", undefined, { token: still.tokens.tick });
    await page.goto(`${still.url}/#/stream`);
    const line = page.getByRole("button", { name: /Quiet since \d\d:\d\d.*3 ticks/ });
    await line.waitFor();
    const entries = page.getByRole("list", { name: "Entries, newest first" }).locator("li.entry");
    expect([await line.getAttribute("aria-expanded"), await entries.count()]).toEqual(["false", 2]);
    await line.click();
    expect([await line.getAttribute("aria-expanded"), await entries.count()]).toEqual(["true", 5]);
    expect([...origins]).toEqual([new URL(still.url).host]);
    origins = new Set([new URL(service.url).host]);
  });

  test("goes on by itself when the service was killed and is back", async () => {
    expectsErrors = true; // The browser reports the lost connection.
    await open("now");
    // What is shown live shows that the connection stands.
    await page.getByTestId("summary").waitFor();
    await service.kill();
    await page.getByText("The service does not answer.", { exact: false }).first().waitFor();
    await service.restart();
    await page
      .getByText("The service does not answer.", { exact: false })
      .first()
      .waitFor({ state: "detached" });
    const [before, after] = await healthMovedBy("An awful storm destroyed the beloved old pier.");
    expect(after).not.toBe(before);
  });

  test("a view that could not be loaded says so, and comes by itself when the service is back", async () => {
    expectsErrors = true; // The browser reports the lost connection.
    await open("now");
    await page.getByTestId("summary").waitFor();
    await service.kill();
    await page.getByRole("link", { name: "Talk" }).click();
    const broken = page.getByRole("main").getByRole("alert");
    await broken.getByText("It comes by itself when the service is back.", { exact: false }).waitFor();
    await page.getByText("The service does not answer. What you see", { exact: false }).waitFor();
    await page.evaluate(AXE_SCRIPT);
    expect(await page.evaluate(RUN_AXE)).toEqual([]);
    await service.restart();
    await page.getByLabel("Your note").waitFor();
    expect(await broken.count()).toBe(0);
    expect(page.url()).toBe(`${service.url}/#/talk`);
  });

  test("a wrong token for reading is told, and the right one is taken", async () => {
    expectsErrors = true; // The browser reports the refusals.
    const closed = await startService({ env: { READ_TOKEN: "the-token-to-read-with" } });
    const enter = async (token: string): Promise<void> => {
      await page.getByLabel("Token", { exact: true }).fill(token);
      await button("Continue").click();
    };
    await page.goto(closed.url);
    await page.getByText(".env.local", { exact: false }).waitFor();
    const refused = page.getByText("The service refused this token.");
    expect(await refused.count()).toBe(0);
    await enter("no-token-to-read-with");
    await refused.waitFor();
    await page.evaluate(AXE_SCRIPT);
    expect(await page.evaluate(RUN_AXE)).toEqual([]);
    await enter("the-token-to-read-with");
    await page.getByTestId("summary").waitFor();
    // The service is new: no empty view sends a person to the REST interface.
    for (const view of ["now", "stream", "talk", ...MEMORY_VIEWS]) {
      await page.goto(`${closed.url}/#/${view}`);
      await page.locator(".empty").first().waitFor();
      expect(await page.getByRole("main").innerText()).not.toMatch(/\b(?:GET|POST) \//);
    }
    origins = new Set(
      [...origins].map((host) => host.replace(new URL(closed.url).host, new URL(service.url).host)),
    );
  });

  test("each action has the token of its class, and a wrong one is told", async () => {
    expectsErrors = true; // The browser reports the refusal.
    await open("steer");
    await button("Run a tick").click();
    await page.getByRole("dialog", { name: "The tick token" }).waitFor();
    await enterToken(service.tokens.tick);
    await card("Tick").getByRole("status").filter({ hasText: "health" }).waitFor();
    const feed = card("Feed");
    await feed.getByLabel("What happened").fill("The ferry got new paint.");
    await button("Feed it").click();
    await page.getByRole("dialog", { name: "The write token" }).waitFor();
    await enterToken(service.tokens.tick);
    await feed.getByRole("alert").getByText("WRITE_TOKEN", { exact: false }).waitFor();
    await feed.getByText(".env.local", { exact: false }).waitFor();
    await page.evaluate(AXE_SCRIPT);
    expect(await page.evaluate(RUN_AXE)).toEqual([]);
    await button("Feed it").click();
    await enterToken(service.tokens.write);
    await feed.getByText("Taken.", { exact: false }).waitFor();
    await button("Run a tick").click();
    await card("Tick").getByRole("status").filter({ hasText: "health" }).waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
  });

  test("a note with a name is private, unless it is shared", async () => {
    await open("talk");
    await page.getByText("For everyone", { exact: true }).click();
    await page.getByText("may tell everyone what you write", { exact: false }).waitFor();
    await page.getByLabel("You are").fill("Ida");
    await page.getByText("in its replies to Ida alone", { exact: false }).waitFor();
    await page.getByLabel("Start a tick for it").uncheck();
    const send = async (note: string, token?: string): Promise<void> => {
      await page.getByLabel("Your note").fill(note);
      await button("Send").click();
      if (token !== undefined) await enterToken(token);
      await page.getByRole("list", { name: "Conversation" }).getByText(note).waitFor();
    };
    await send("My locker is 4711.", service.tokens.write);
    await page.getByLabel("Whose it is").selectOption("everyone");
    await page.getByText("may tell everyone what you write", { exact: false }).waitFor();
    await send("The party is on Friday.");
    await page.getByLabel("Whose it is").selectOption("scope");
    await page.getByRole("textbox", { name: /^Scope/ }).fill("team");
    await page
      .getByLabel("Bring it up at")
      .fill(`${new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)}T09:00`);
    await send("Book the hall.");
    await page.getByRole("region", { name: "Reminders" }).getByText("Book the hall.").waitFor();
    const notes = async (scope: string) =>
      notesOf.parse(JSON.parse((await service.get(`/notes?from=Ida&scope=${scope}`)).text)).notes;
    expect((await notes("team")).map(({ note }) => note)).toEqual(["Book the hall."]);
    expect((await notes("Ida")).map(({ note }) => note)).toEqual(["My locker is 4711."]);
    expect((await notes("*")).filter(({ scope }) => scope === undefined).map(({ note }) => note)).toEqual([
      "The party is on Friday.",
    ]);
  });

  test("signs in by the link of the start's output, once", async () => {
    expectsErrors = true; // The browser reports the refused link.
    const link = new RegExp(`${service.url}/#sign-in=[\\w-]{43}`).exec(service.output())?.[0] ?? "";
    await page.goto(link);
    await page.getByText("You are signed in", { exact: false }).waitFor();
    expect(page.url()).toBe(`${service.url}/#/now`);
    await open("steer");
    await button("Run a tick").click();
    await card("Tick").getByText("The whole answer").waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
    // In a tab that is open already, only the fragment changes.
    await page.evaluate((address) => (location.href = address), link);
    await page.getByText("this sign-in link was used before", { exact: false }).waitFor();
    expect(page.url()).toBe(`${service.url}/#/now`);
    for (const secret of [service.tokens.tick, service.tokens.write])
      expect(service.output()).not.toContain(secret);
  });

  test("adds memories, finds them by tag and day, and changes them together", async () => {
    await open("memory?add=1");
    const add = page.getByRole("region", { name: "Add a memory" });
    for (const [i, content] of ["The mole has nine lamps.", "Herring is sold at dawn."].entries()) {
      await add.getByLabel("What to remember").fill(content);
      await add.getByLabel("Tags").fill("quayside");
      await add.getByRole("button", { name: "Add", exact: true }).click();
      if (i === 0) await enterToken(service.tokens.write);
      await add.getByText("Remembered.").waitFor();
      await page.getByRole("list", { name: "Memories" }).getByText(content).waitFor();
    }
    await add.getByRole("button", { name: "Close" }).click();
    await page.getByLabel("Tag or name").fill("Quayside");
    await page.getByText("2 memories, newest first", { exact: true }).waitFor();
    await page.getByLabel("Order").selectOption("oldest");
    await page.getByText("2 memories, oldest first", { exact: true }).waitFor();
    const rows = page.getByRole("list", { name: "Memories" }).getByRole("link");
    expect((await rows.allInnerTexts()).map((text) => text.split("\n")[0])).toEqual([
      "The mole has nine lamps.",
      "Herring is sold at dawn.",
    ]);
    await page.getByLabel("To", { exact: true }).fill("2020-01-01");
    await page.getByText("No memory passes the filters").waitFor();
    await page.getByLabel("To", { exact: true }).fill("");

    await rows.first().focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("x");
    await page.getByText("1 memory chosen").waitFor();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("x");
    await page.getByText("2 memories chosen").waitFor();
    const bulk = page.getByRole("region", { name: "Chosen memories" });
    await bulk.getByRole("button", { name: "Pin", exact: true }).click();
    await bulk.getByText("2 memories pinned.").waitFor();
    expect((await service.get("/memories?pinned=true")).text).toContain("nine lamps");
    await bulk.getByRole("button", { name: "Undo" }).click();
    await bulk.waitFor({ state: "detached" });
    expect((await service.get("/memories?pinned=true")).text).not.toContain("nine lamps");

    await page.getByLabel("Choose all 2 shown").check();
    await bulk.getByRole("button", { name: "Erase" }).click();
    await bulk.getByText("This erases 2 memories for good", { exact: false }).waitFor();
    await page.evaluate(AXE_SCRIPT);
    expect(await page.evaluate(RUN_AXE)).toEqual([]);
    await bulk.getByRole("button", { name: "Erase for good" }).click();
    await bulk.getByText("Erased: 2 memories.").waitFor();
    expect((await service.get("/memories?limit=100")).text).not.toContain("Herring is sold");
  });

  test("a plan to erase closes where no token is given, and says so where it fails", async () => {
    await write("/memories/store", { type: "semantic", content: "The weir has a fish ladder." });
    await open("memory");
    await page.getByLabel(/^Choose all \d+ shown$/).check();
    const bulk = page.getByRole("region", { name: "Chosen memories" });
    const plan = bulk.getByRole("region", { name: "Erase the chosen memories" });
    await bulk.getByRole("button", { name: "Erase" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    await plan.waitFor({ state: "detached" });
    expectsErrors = true;
    await bulk.getByRole("button", { name: "Erase" }).click();
    await enterToken("x".repeat(64));
    await plan.getByText("The service refused this token", { exact: false }).waitFor();
    expect((await service.get("/memories?limit=100")).text).toContain("fish ladder");
  });

  test("tells no feeling of a rule, and undoes a merge in one press", async () => {
    const rule = { type: "procedural", content: "Use tabs, not spaces." };
    await write("/memories/store", { ...rule, importance: 0.2 });
    await write("/memories/store-dedup", { ...rule, importance: 0.9 });
    await open("memory");
    const row = page.getByRole("link", { name: "Use tabs, not spaces." });
    await row.getByText("importance 0.90").waitFor();
    expect(await row.innerText()).not.toContain("negative");
    await page.getByRole("link", { name: "Changes" }).click();
    const merge = page.getByRole("listitem").filter({ hasText: "Merged a repetition" }).first();
    await merge.getByText("gives the memory back its importance", { exact: false }).waitFor();
    await merge.getByRole("button", { name: "Undo" }).click();
    await enterToken(service.tokens.tick);
    await merge.getByText("undone", { exact: true }).waitFor();
    await page.getByRole("link", { name: "Memories" }).click();
    await row.getByText("importance 0.20").waitFor();
  });

  test("keeps Steer short on a phone", async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    for (const view of ["steer", "steer/mind", "steer/data"]) {
      await open(view);
      await page.locator(".actions .card").first().waitFor();
      const { scrollHeight, scrollWidth } = await page.evaluate(() => {
        const { scrollHeight, scrollWidth } = document.documentElement;
        return { scrollHeight, scrollWidth };
      });
      expect(scrollHeight).toBeLessThan(2 * 740);
      expect(scrollWidth).toBeLessThanOrEqual(360);
    }
  });

  test("links the licences of the packages and fonts that it holds", async () => {
    await open("now");
    const href = await page.getByRole("link", { name: /^Licences/ }).getAttribute("href");
    const text = await (await fetch(href ?? "")).text();
    for (const name of [
      "react-dom",
      "@radix-ui/react-dialog",
      "d3-force",
      "uplot",
      "openapi-explorer",
      "convex",
    ])
      expect(text).toMatch(new RegExp(`^${name} \\d`, "m"));
    expect(text.match(/SIL OPEN FONT LICENSE/gi)?.length).toBeGreaterThanOrEqual(2);
    expect(text).toContain("Permission is hereby granted, free of charge");
  });

  describe.each(["light", "dark"] as const)("in %s", (colorScheme) => {
    test("has no violations that axe finds, in any view", async () => {
      await write("/knowledge", { title: "Tides", content: "High tide comes twice a day.", tags: ["sea"] });
      await page.emulateMedia({ colorScheme });
      for (const view of [
        "now",
        "stream",
        "talk",
        "memory?add=1",
        ...MEMORY_VIEWS,
        "steer",
        "steer/mind",
        "steer/data",
        "settings",
      ]) {
        await open(view);
        await page.locator("main .view").waitFor();
        await page.locator(".loading").first().waitFor({ state: "detached" });
        await page.evaluate(AXE_SCRIPT);
        // The other theme has the same elements in other colours.
        const violations = await page.evaluate(colorScheme === "light" ? RUN_AXE : RUN_AXE_ON_COLORS);
        expect({ view, violations }).toEqual({ view, violations: [] });
      }
    });
  });

  test("serves its files compressed or not, for good, and the page anew", async () => {
    await open("now");
    const html = await (await fetch(service.url)).text();
    const script = /src="(\/console\/index-[\w-]+\.js)"/.exec(html)?.[1] ?? "";
    const plain = await fetch(service.url + script, { headers: { "Accept-Encoding": "identity" } });
    const zipped = await fetch(service.url + script, { headers: { "Accept-Encoding": "gzip" } });
    expect(plain.headers.get("Content-Encoding")).toBeNull();
    expect(zipped.headers.get("Content-Encoding")).toBe("gzip");
    expect(await zipped.text()).toBe(await plain.text());
    expect(zipped.headers.get("Cache-Control")).toContain("immutable");
    const page = await fetch(service.url);
    expect(page.headers.get("Content-Security-Policy")).toContain("script-src 'self'; style-src 'self'");
    const again = await fetch(service.url, { headers: { "If-None-Match": page.headers.get("ETag") ?? "" } });
    expect(again.status).toBe(304);
    expect((await fetch(`${service.url}/console/none.js`)).status).toBe(404);
  });

  test("exports to a file, imports another, and draws five hundred memories", async () => {
    await open("steer/data");
    const downloading = page.waitForEvent("download");
    await button("Export to a file").click();
    await enterToken(service.tokens.tick);
    const path = await (await downloading).path();
    const exported = readFileSync(path, "utf8").trimEnd().split("\n");
    expect(JSON.parse(exported.at(-1) ?? "")).toMatchObject({ kind: "end" });
    const lines = Array.from({ length: 500 }, (_, i) => ({
      ...{ kind: "told", source: "test", export: 0, seq: 0, id: `m${i}` },
      ...{ type: "semantic", content: `Barge ${i} carries load ${i % 7} to quay ${i % 25}.` },
    }));
    const buffer = Buffer.from(lines.map((line) => JSON.stringify(line)).join("\n"));
    await card("Import")
      .getByLabel("File")
      .setInputFiles({ name: "a.ndjson", mimeType: "text/plain", buffer });
    await button("Try the import").click();
    await card("Import").getByText("It would be: 500 new", { exact: false }).waitFor();
    await card("Import").getByLabel("Only say what it would do").uncheck();
    await card("Import").getByRole("button", { name: "Import", exact: true }).click();
    await card("Import")
      .getByText(/^500 new/)
      .waitFor();
    await open("memory/graph");
    await page.getByLabel("Memories shown").selectOption("500");
    await page.getByText(/^500 memories, \d+ links?\./).waitFor();
    const canvas = page.getByRole("application");
    await canvas.focus();
    await page.keyboard.press("ArrowRight");
    await page.getByRole("status").getByText("Barge 499 carries", { exact: false }).waitFor();
  });

  test("plans an erasure by words, erases when told to, and shows the receipt", async () => {
    await write("/memories/store", { type: "semantic", content: "The ferryman's code is quixmar seven." });
    await write("/knowledge", { title: "Codes", content: "Quixmar seven opens the lock." });
    await open("steer/data");
    const erase = card("Erase");
    await erase.getByLabel("Words").fill("quixmar seven");
    await button("Plan the erasure").click();
    await enterToken(service.tokens.write);
    await erase.getByText("This erases 1 memory, 1 item of knowledge for good", { exact: false }).waitFor();
    expect((await service.get("/memories/search?q=quixmar&threshold=0.1")).text).toContain("quixmar seven");
    await erase.getByRole("button", { name: "Erase for good" }).click();
    await erase.getByText("Erased: 1 memory, 1 item of knowledge.").waitFor();
    await erase.getByText("found nowhere.", { exact: false }).waitFor();
    expect((await service.get("/memories")).text).not.toContain("quixmar seven");
  });

  test("GET /docs shows every operation of the document, and sends a request that the reader asks for", async () => {
    await page.goto(`${service.url}/docs#?route=get-/state`);
    await page.getByRole("button", { name: "Execute" }).click();
    await page.getByText("updatedAt").first().waitFor();
    const document = operations.parse(await (await fetch(`${service.url}/openapi.json`)).json());
    const summaries = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map(({ summary }) => summary),
    );
    expect(summaries.length).toBeGreaterThan(50);
    for (const summary of new Set(summaries))
      expect(await page.getByText(summary, { exact: true }).count()).toBeGreaterThan(0);
  });
});

/** The parts of Memory. */
const MEMORY_VIEWS = ["", "/graph", "/themes", "/knowledge", "/changes", "/stats"].map(
  (part) => `memory${part}`,
);

/** Evaluated by the debugger, to which the page's policy does not apply. */
const AXE_SCRIPT = `${AXE}; undefined`;
const axeRun = (more: string): string =>
  `axe.run(document, { resultTypes: ["violations"] ${more} }).then(({ violations }) =>
  violations.map(({ id, nodes }) => id + ": " + nodes.slice(0, 3).map(({ html }) => html).join(" | ")))`;
const RUN_AXE = axeRun("");
const RUN_AXE_ON_COLORS = axeRun(', runOnly: ["color-contrast"]');
