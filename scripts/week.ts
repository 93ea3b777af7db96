/**
 * A week in small: `npm run week [-- --transcript week.md]`. Sixty events and forty notes come in, without a model and with a
 * strong one that is scripted; it prints what was answered, alerted and kept, and writes all that the agent said.
 */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as z from "zod";
import { startHost } from "../host/host";
import { processLogger } from "../host/log";
import { startModelServer } from "../test/support/model-server";
import { aligned } from "./bench/aligned";
import { projectRoot } from "./start/root";
import { vectorThread } from "./start/vectorThread";
import { toolOptions } from "./tool";
import { EVENTS, NOTES } from "./week/material";

const TOKEN = "token-of-the-simulated-week";
const ALARM = /^! /;
/** Ticks of the week: in each come three events, or the rest, and from the third on two notes on what has come in. */
const TICKS = 22;

const { transcript } = toolOptions("week.ts [--transcript file.md]", {
  transcript: { type: "string", default: "" },
});

const notesPage = z.object({
  notes: z.array(
    z.object({
      from: z.string(),
      note: z.string(),
      reply: z.string().optional(),
      repliedBy: z.string().optional(),
    }),
  ),
});
const memoriesPage = z.object({ memories: z.array(z.object({ content: z.string() })) });
const artifactsPage = z.object({ artifacts: z.array(z.object({ type: z.string(), content: z.string() })) });
const logsPage = z.object({ logs: z.array(z.object({ summary: z.string(), detail: z.string() })) });

/** Lives through the week. @returns its figures, and all that the agent said */
async function live(name: string, env: Record<string, string>) {
  const host = await startHost({
    vectorThread,
    functionsDir: join(projectRoot, "convex"),
    // A process keeps the environment of each build.
    outDir: join(projectRoot, ".host", `week-${name}`),
    dataDir: mkdtempSync(join(tmpdir(), "anima-week-")),
    hostname: "127.0.0.1",
    port: 0,
    env: {
      TICK_TOKEN: TOKEN,
      AUTONOMY: "off",
      RATE_LIMIT_TICK: "0",
      RATE_LIMIT_WRITE: "0",
      RATE_LIMIT_READ: "0",
      ...env,
    },
    log: processLogger("error"),
    synchronous: "NORMAL",
  });
  const request = async (path: string, body?: object): Promise<unknown> => {
    const headers = { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" };
    const response = await fetch(host.url + path, {
      headers,
      ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  try {
    for (let i = 0; i < TICKS; i += 1) {
      for (const event of EVENTS.slice(3 * i, 3 * i + 3))
        await request("/feed", {
          ...{ type: "news", content: event.replace(ALARM, "") },
          ...{ impact: ALARM.test(event) ? "high" : "medium" },
        });
      for (const { from, text } of NOTES.slice(Math.max(0, 2 * i - 4), Math.max(0, 2 * i - 2)))
        await request("/wake", { note: text, from });
      await request("/tick", {});
    }
    const { notes } = notesPage.parse(await request("/notes?limit=100"));
    const { artifacts } = artifactsPage.parse(await request("/artifacts?limit=100"));
    const { logs } = logsPage.parse(await request("/logs?limit=100"));
    const { memories } = memoriesPage.parse(await request("/memories?limit=100"));
    const alerts = artifacts.filter(({ type }) => type === "alert");
    const due = EVENTS.filter((event) => ALARM.test(event)).map((event) => event.replace(ALARM, ""));
    const told = EVENTS.map((event) => event.replace(ALARM, ""));
    const holds = (texts: readonly { content: string }[], text: string) =>
      texts.some(({ content }) => content.includes(text));
    return {
      figures: {
        "answered / asked": `${notes.filter(({ reply }) => reply !== undefined).length} / ${NOTES.length}`,
        "by the model": String(notes.filter(({ repliedBy }) => repliedBy === "model").length),
        "alerts raised / due": `${due.filter((text) => holds(alerts, text)).length} / ${due.length}, ${alerts.length} in all`,
        "facts kept / told": `${told.filter((text) => holds(memories, text)).length} / ${told.length}`,
      },
      said: [
        ...notes
          .toReversed()
          .map(
            ({ from, note, reply = "(none)", repliedBy = "nobody" }) =>
              `**${from}: ${note}**\n${reply} (${repliedBy})`,
          ),
        ...alerts.map(({ content }) => `Alert: ${content}`),
        ...artifacts.filter(({ type }) => type !== "alert").map(({ type, content }) => `${type}: ${content}`),
        ...logs.map(({ summary, detail }) => `Log: ${summary}\n${detail}`),
        ...memories.map(({ content }) => `Memory: ${content}`),
      ],
    };
  } finally {
    await host.stop(10_000);
  }
}

const model = await startModelServer();
const replies = Object.fromEntries(NOTES.map(({ text, reply }) => [text, reply]));
await model.set([{ kind: "plays", role: "strong", replies }]);
try {
  const lives = {
    "without a model": await live("journal", {}),
    "with a strong one": await live("model", { LLM_API_KEY: "any", LLM_BASE_URL: model.baseUrl }),
  };
  const rows = Object.entries(lives).map(([name, { figures }]) => [name, ...Object.values(figures)]);
  console.log(aligned([["week", ...Object.keys(lives["without a model"].figures)], ...rows]));
  if (transcript !== "")
    writeFileSync(
      transcript,
      Object.entries(lives)
        .map(([name, { said }]) => `# A week ${name}\n\n${said.join("\n\n")}\n`)
        .join("\n"),
    );
} finally {
  await model.stop();
}
