/**
 * `npm run bench:answers -- [--data FOLDER] [--questions 40]`: asks the whole service, by notes.
 *
 * Without a model, on a small set of its own (answers.jsonl): is what was told quoted, does the newest value win, and does a question
 * about what was never told get no quotation? With `--data` also conversations with questions and the turns that answer them, as
 * `NAME-turns.jsonl` (conv, id, content) and `NAME-questions.jsonl` (conv, question, evidence): how much of the evidence is in the
 * prompt of the tick that answers the note, and how long that prompt is. Embeddings are those of the environment (EMBEDDING_*).
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import * as Client from "../../client";
import { startModelServer, type ModelServer } from "../../test/support/model-server";
import { RunningService } from "../../test/support/running-service";
import { projectRoot } from "../start/root";
import { refuse, toolOptions, wholeOption } from "../tool";
import { aligned } from "./aligned";
import { quantile } from "./figure";

const USAGE = "npm run bench:answers -- [--data FOLDER] [--questions 40]";
const values = toolOptions(USAGE, { data: { type: "string" }, questions: { type: "string", default: "40" } });
const most = wholeOption(USAGE, "questions", values.questions);
/** Characters of a token, about, in English. */
const PER_TOKEN = 4;
/** What of a turn must be in a prompt: prompts cut long ones. */
const BEGINNING = 60;

const line = z.object({
  told: z.string().optional(),
  was: z.string().optional(),
  question: z.string().optional(),
  answer: z.string().optional(),
});
const turn = z.object({ conv: z.string(), id: z.string(), content: z.string() });
const question = z.object({ conv: z.string(), question: z.string(), evidence: z.array(z.string()) });

const request = z.object({ messages: z.array(z.object({ content: z.string() })) });

const env = {
  AUTONOMY: "off",
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith("EMBEDDING_"))),
} as Record<string, string>;

await withService({}, quotations);
if (values.data !== undefined) await conversations(values.data);

function lines<T>(path: string, shape: z.ZodType<T>): T[] {
  return readFileSync(path, "utf8")
    .trim()
    .split("\n")
    .map((text) => shape.parse(JSON.parse(text)));
}

async function withService(
  more: Record<string, string>,
  body: (service: Client.Service) => Promise<void>,
): Promise<void> {
  const running = await RunningService.start({ env: { ...env, ...more } });
  try {
    const { write, tick } = running.tokens;
    await body(Client.connect(running.url, { tokens: { write, tick } }));
  } finally {
    await running.dispose();
  }
}

function tell(service: Client.Service, content: string) {
  return Client.storeMemory(service, { type: "semantic", content });
}

/** The reply to a note without a sender, so that earlier notes are no part of its conversation. */
async function ask(service: Client.Service, note: string): Promise<string> {
  const { noteId } = await Client.wake(service, { note });
  await Client.runTick(service);
  const { notes } = await Client.listNotes(service, { limit: 1 });
  const [newest] = notes;
  if (newest?._id !== noteId) throw new Error(`the note "${note}" is not the newest`);
  return newest.reply ?? "";
}

/** Without a model: what is quoted, and what is not. */
async function quotations(service: Client.Service): Promise<void> {
  const all = lines(join(projectRoot, "scripts/bench/answers.jsonl"), line);
  for (const { was } of all) if (was !== undefined) await tell(service, was);
  for (const { told } of all) if (told !== undefined) await tell(service, told);
  const kept = { answers: [] as boolean[], updates: [] as boolean[], abstentions: [] as boolean[] };
  for (const { told, was, question: asked, answer } of all) {
    if (asked === undefined) continue;
    const reply = await ask(service, asked);
    const first = /“([^”]*)”/.exec(reply.replace(`“${asked}”`, ""))?.[1];
    if (was !== undefined) kept.updates.push(first === told);
    else if (answer === undefined) kept.abstentions.push(first === undefined);
    else kept.answers.push(first === answer);
  }
  const share = (of: readonly boolean[]) => `${of.filter(Boolean).length} of ${of.length}`;
  const rows = Object.entries(kept).map(([name, of]) => [name, share(of)]);
  console.log(`${aligned([["without a model", "right"], ...rows])}\n`);
}

/** With a model: what of the evidence its prompt holds. */
async function conversations(folder: string): Promise<void> {
  const sets = readdirSync(folder).flatMap((file) => /^(.+)-questions\.jsonl$/.exec(file)?.[1] ?? []);
  const complete = sets.filter((name) => existsSync(join(folder, `${name}-turns.jsonl`)));
  if (complete.length === 0) refuse(USAGE, `${folder} has no NAME-questions.jsonl with NAME-turns.jsonl`);
  const model = await startModelServer();
  const rows: string[][] = [];
  try {
    for (const name of complete) rows.push([name, ...(await evidenceIn(folder, name, model))]);
  } finally {
    await model.stop();
  }
  console.log(
    aligned([["in the prompt", "questions", "evidence", "all of it", "tokens p50", "tokens p95"], ...rows]),
  );
}

async function evidenceIn(folder: string, name: string, model: ModelServer): Promise<string[]> {
  const turns = lines(join(folder, `${name}-turns.jsonl`), turn);
  const questions = lines(join(folder, `${name}-questions.jsonl`), question);
  const recalls: number[] = [];
  const tokens: number[] = [];
  const convs = [...new Set(turns.map(({ conv }) => conv))];
  for (const conv of convs) {
    const own = turns.filter((one) => one.conv === conv);
    const byId = new Map(own.map(({ id, content }) => [id, content]));
    const asked = spread(
      questions.filter((one) => one.conv === conv),
      Math.ceil(most / convs.length),
    );
    const settings = { LLM_API_KEY: "any", LLM_BASE_URL: model.baseUrl };
    await withService(settings, async (service) => {
      for (const { content } of own) await tell(service, content);
      for (const { question: note, evidence } of asked) {
        await model.reset();
        await model.set([{ kind: "plays", role: "strong" }]);
        await ask(service, note);
        const [prompt] = (await model.calls({ route: "chat" })).map(({ text }) => promptIn(text));
        if (prompt === undefined) throw new Error(`the model was not asked about "${note}"`);
        const held = evidence.filter((id) => prompt.includes(beginningOf(byId.get(id) ?? "")));
        recalls.push(held.length / evidence.length);
        tokens.push(prompt.length / PER_TOKEN);
      }
    });
  }
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  const mean = recalls.reduce((sum, one) => sum + one, 0) / recalls.length;
  return [
    String(recalls.length),
    percent(mean),
    percent(recalls.filter((one) => one === 1).length / recalls.length),
    quantile(tokens, 0.5).toFixed(0),
    quantile(tokens, 0.95).toFixed(0),
  ];
}

/** `max` of the items, evenly spread over the list. */
function spread<T>(items: readonly T[], max: number): T[] {
  const step = Math.max(1, items.length / max);
  return items.filter((_, i) => Math.floor(i / step) !== Math.floor((i - 1) / step)).slice(0, max);
}

/** The texts of a chat request, with single spaces. */
function promptIn(body: string): string {
  const { messages } = request.parse(JSON.parse(body));
  return messages.map(({ content }) => content.replace(/\s+/gu, " ")).join("\n");
}

function beginningOf(text: string): string {
  return text.replace(/\s+/gu, " ").trim().slice(0, BEGINNING);
}
