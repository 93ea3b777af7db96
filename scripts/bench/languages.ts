/**
 * `npm run bench:languages -- [--limit 5]`: stores 60 memories in four languages and asks a question for each, in half of the cases in
 * another language. Measures over REST how many are among the first results. Embeddings are those of the environment
 * (EMBEDDING_*); without any, search goes by words.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { RunningService } from "../../test/support/running-service";
import { until } from "../../test/support/until";
import { projectRoot } from "../start/root";
import { toolOptions, wholeOption } from "../tool";
import { aligned } from "./aligned";

const USAGE = "npm run bench:languages -- [--limit 5]";
const values = toolOptions(USAGE, { limit: { type: "string", default: "5" } });
const limit = wholeOption(USAGE, "limit", values.limit);

const pair = z.object({
  id: z.number(),
  memory: z.string(),
  memoryLanguage: z.string(),
  question: z.string(),
  questionLanguage: z.string(),
});
type Pair = z.output<typeof pair>;
const stored = z.object({ memoryId: z.string() });
const found = z.object({ results: z.array(z.object({ memory: z.object({ _id: z.string() }) })) });
const health = z.object({ checks: z.object({ embedding: z.string() }) });
const metrics = /anima_queue_length\{queue="embedding"\} (\d+)/;

/** The rank of the wanted memory from 0; Infinity where it is not among the results. */
interface Ranked extends Pair {
  readonly rank: number;
}

const pairs = readFileSync(join(projectRoot, "scripts/bench/languages.jsonl"), "utf8")
  .trim()
  .split("\n")
  .map((line) => pair.parse(JSON.parse(line)));

const env = Object.fromEntries(
  Object.entries(process.env).flatMap(([name, value = ""]) =>
    name.startsWith("EMBEDDING_") ? [[name, value]] : [],
  ),
);
const service = await RunningService.start({ env });
try {
  const ids = new Map<number, string>();
  for (const { id, memory } of pairs) {
    const body = { type: "semantic", content: memory };
    const answer = await service.post("/memories/store", body, { token: service.tokens.write });
    ids.set(id, stored.parse(answer.json).memoryId);
  }
  const said = health.parse((await service.get("/health")).json).checks.embedding;
  console.log(`search: ${said === "ok" ? (env.EMBEDDING_MODEL ?? "by words and meaning") : said}\n`);
  if (said !== "lexical")
    await until(
      "every memory to be embedded",
      async () => metrics.exec((await service.get("/metrics")).text)?.[1] === "0",
      { deadlineMs: 300_000 },
    );
  const ranked: Ranked[] = [];
  for (const one of pairs) {
    const query = new URLSearchParams({ q: one.question, limit: String(limit), threshold: "0" });
    const { results } = found.parse((await service.get(`/memories/search?${query}`)).json);
    const at = results.findIndex(({ memory }) => memory._id === ids.get(one.id));
    ranked.push({ ...one, rank: at === -1 ? Infinity : at });
  }
  console.log(report(ranked));
} finally {
  await service.dispose();
}

function report(ranked: readonly Ranked[]): string {
  const same = ranked.filter(({ memoryLanguage, questionLanguage }) => memoryLanguage === questionLanguage);
  const other = ranked.filter((one) => !same.includes(one));
  const languages = [...new Set(ranked.map(({ questionLanguage }) => questionLanguage))];
  const rows: [string, readonly Ranked[]][] = [
    ["all", ranked],
    ["question and memory in one language", same],
    ["in two languages", other],
    ...languages.map((language): [string, readonly Ranked[]] => [
      `asked in ${language}`,
      ranked.filter(({ questionLanguage }) => questionLanguage === language),
    ]),
  ];
  const share = (of: readonly Ranked[], first: number): string =>
    (of.filter(({ rank }) => rank < first).length / of.length).toFixed(2);
  return aligned([
    ["", "pairs", "first", `among ${limit}`],
    ...rows.map(([name, of]) => [name, String(of.length), share(of, 1), share(of, limit)]),
  ]);
}
