/**
 * A week: `npm run week [-- --days 2 --transcript week.md]`. The clock moves through seven days and nights, and all scheduled work
 * runs as it would. Events and notes come in at their moments, without a model and with a strong one that is scripted. Prints
 * what was answered, alerted, reminded and kept, and how much the log varies; the transcript is what a person would have read.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { startModelServer } from "../test/support/model-server";
import { projectRoot } from "./start/root";
import { toolOptions, wholeOption } from "./tool";
import { localTimeIn, momentIn, type Life, type Lived } from "./week/life";
import { EVENTS, NOTES } from "./week/material";
import { figuresOf, transcriptOf } from "./week/report";

const USAGE = "week.ts [--days number] [--until 23:59] [--transcript file.md]";
const options = toolOptions(USAGE, {
  days: { type: "string", default: "7" },
  // When the last day ends.
  until: { type: "string", default: "23:59" },
  transcript: { type: "string", default: "" },
});
const days = Math.min(7, wholeOption(USAGE, "days", options.days));
const end = momentIn(days, options.until);
const told = {
  events: EVENTS.filter(({ day, at }) => momentIn(day, at) <= end),
  notes: NOTES.filter(({ day, at }) => momentIn(day, at) <= end),
};

const model = await startModelServer();
await model.set([
  {
    ...{ kind: "plays", role: "strong" },
    replies: Object.fromEntries(NOTES.map(({ text, reply }) => [text, reply])),
    reminders: Object.fromEntries(
      NOTES.flatMap(({ text, remindAt }) =>
        remindAt === undefined ? [] : [[text, localTimeIn(remindAt.day, remindAt.at)]],
      ),
    ),
    alarms: EVENTS.filter(({ alert }) => alert === true).map(({ content }) => content),
  },
]);
try {
  const strong = { LLM_API_KEY: "any", LLM_BASE_URL: model.baseUrl };
  const lives = await Promise.all([
    lived("without a model", { name: "journal", end, ...told, env: {} }),
    lived("with a strong one", { name: "model", end, ...told, env: strong }),
  ]);
  const figures = lives.map(({ title, life }) => ({ week: title, ...figuresOf(life, told) }));
  const names = Object.keys(figures[0] ?? {}) as (keyof (typeof figures)[number])[];
  for (const name of names)
    console.log([name.padEnd(22), ...figures.map((one) => one[name].padEnd(40))].join(" ").trimEnd());
  if (options.transcript !== "")
    writeFileSync(options.transcript, lives.map(({ title, life }) => transcriptOf(title, life)).join("\n"));
} finally {
  await model.stop();
}

/** What came of a life, which has a process of its own. */
async function lived(title: string, life: Life): Promise<{ readonly title: string; readonly life: Lived }> {
  const child = fork(join(projectRoot, "scripts/run.mjs"), ["scripts/week/life-main.ts"], {
    cwd: projectRoot,
  });
  child.send(life);
  const ended = once(child, "exit").then(([code]) => {
    throw new Error(`the life ${title} ended early, with ${String(code)}`);
  });
  const [came] = await Promise.race([once(child, "message"), ended]);
  ended.catch(() => undefined);
  return { title, life: came as Lived };
}
