// @vitest-environment jsdom
/** The examples, each as its reader would run it, against one real service. */
import { spawn, spawnSync } from "node:child_process";
import { join } from "node:path";
import { ConvexReactClient } from "convex/react";
import { createElement } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import * as z from "zod";
import { Page } from "../examples/react/Agent";
import { projectRoot } from "../scripts/start/root";
import { webSocketConstructor } from "./support/convexClient";
import { modelServer } from "./support/model";
import { startService, type Service } from "./support/service";
import { until } from "./support/until";

let service: Service;
const closing: (() => unknown)[] = [];

beforeAll(async () => {
  service = await startService();
});
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

function start(program: string, words: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = spawn(program, words, {
    cwd: projectRoot,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      ANIMA_URL: service.url,
      ANIMA_TOKEN: service.tokens.write,
      ...env,
    },
  });
  closing.push(() => child.kill("SIGKILL"));
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  const code = new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, output: () => output };
}

test("the React page shows an event without reloading", async () => {
  const client = new ConvexReactClient(service.url, {
    webSocketConstructor,
    unsavedChangesWarning: false,
    logger: false,
  });
  const container = document.createElement("div");
  const root = createRoot(container);
  closing.push(
    () => client.close(),
    () => root.unmount(),
  );
  root.render(createElement(Page, { client }));
  const health = () => container.querySelector("meter")?.value;
  await vi.waitFor(() => expect(health()).toBe(100), { timeout: 90_000, interval: 5 });
  const event = { type: "news", content: "A terrible storm destroyed the pier.", impact: "high" };
  await service.post("/feed", event, { token: service.tokens.write });
  await vi.waitFor(() => expect(health()).toBeLessThan(100), { timeout: 90_000, interval: 5 });
});

test("the Node watcher prints a note and its reply", async () => {
  const { output } = start(process.execPath, [join(projectRoot, "examples/watch.mjs")]);
  await until("the state", () => output().includes("health"));
  const note = { note: "Is the pier open?", from: "Ada", triggerTick: true };
  await service.post("/wake", note, { token: service.tokens.write });
  const reply = /^Ada: Is the pier open\? → [^…]/m;
  await until("the reply", () => reply.test(output()));
  expect(output()).toMatch(/^\w+, health \d+: /m);
});

/** A Python with requests: another than Debian's may come first in the path. */
const python = ["python3", "/usr/bin/python3"].find(
  (name) => spawnSync(name, ["-c", "import requests"]).status === 0,
);
const isSkipped = python === undefined && process.env.CI === undefined;
if (isSkipped) console.warn("python3 with requests is not installed: its example is not tested");

test.skipIf(isSkipped)("the Python script remembers, recalls and asks", async () => {
  if (python === undefined) throw new Error("CI needs python3-requests: .ci/run installs it");
  const { code, output } = start(python, [join(projectRoot, "examples/remember.py")]);
  expect({ code: await code, output: output() }).toMatchObject({ code: 0 });
  expect(output()).toMatch(/^(stored|known) as \S+\n0\.\d\d Mara repainted/);
});

test("the agent of the AI SDK answers from its memory and adds to it", async () => {
  const model = await modelServer();
  const content = "The lighthouse keeper is called Tove.";
  await service.post("/memories/store", { type: "semantic", content }, { token: service.tokens.write });
  const calls = (name: string, input: object) =>
    ({
      kind: "status",
      status: 200,
      times: 1,
      body: {
        id: "1",
        object: "chat.completion",
        created: 1,
        model: "stub",
        choices: [
          {
            index: 0,
            finish_reason: "tool_calls",
            message: {
              role: "assistant",
              content: null,
              tool_calls: [
                { id: name, type: "function", function: { name, arguments: JSON.stringify(input) } },
              ],
            },
          },
        ],
      },
    }) as const;
  await model.set([
    calls("recall", { q: "lighthouse keeper" }),
    calls("remember", { content: "Ada asked who keeps the lighthouse." }),
    { kind: "says", text: "Tove keeps it.", times: 1 },
  ]);
  const { code, output } = start(
    process.execPath,
    [join(projectRoot, "scripts/run.mjs"), "examples/agent.ts", "Who keeps the lighthouse?"],
    { LLM_BASE_URL: model.baseUrl, LLM_API_KEY: "key", LLM_MODEL: "stub" },
  );
  expect({ code: await code, output: output().trim() }).toEqual({ code: 0, output: "Tove keeps it." });
  expect((await model.calls()).map(({ text }) => text.includes(content))).toEqual([false, true, true]);
  const found = await service.get("/memories?limit=1");
  const [newest] = found.as(z.object({ memories: z.array(z.object({ content: z.string() })) })).memories;
  expect(newest?.content).toBe("Ada asked who keeps the lighthouse.");
});
