/** Models of seven characters, fifty ticks each, against the real service: whatever they answer, the agent keeps its promises. */
import { beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { MOODS } from "../mind/enums";
import { ANSWERS } from "./support/answers";
import { modelServer } from "./support/model";
import type { ModelServer } from "./support/model-server";
import { startAgent } from "./support/tickHelpers";
import type { Service } from "./support/service";

const TICKS = 50;
/** A page of a list, and a few more ticks than a role has. */
const PAGE = "limit=100";

const list = z.record(z.string(), z.unknown());
const notesPage = z.object({
  notes: z.array(z.object({ note: z.string(), status: z.string(), reply: z.string().optional() }).and(list)),
});
const logsPage = z.object({ logs: z.array(z.object({ summary: z.string(), timestamp: z.number() })) });
const artifactsPage = z.object({ artifacts: z.array(z.object({ type: z.string(), content: z.string() })) });
const state = z.object({ mood: z.enum(MOODS), health: z.number(), volatility: z.number() });

let model: ModelServer;
let service: Service;
beforeAll(async () => {
  model = await modelServer();
  service = await startAgent(model);
});

const ROLES = ["strong", "lazy", "liar", "flatterer", "doom", "parrot", "out-of-range"] as const;

test.each(ROLES)(
  "a model that is %s loses no note and no alert, repeats no summary, and stays in bounds",
  async (role) => {
    const replies = Object.fromEntries(ANSWERS);
    await model.set([{ kind: "plays", role, ...(role === "strong" ? { replies } : {}) }]);
    const write = { token: service.tokens.write };
    const noted: string[] = [];
    const alarms: string[] = [];
    for (let i = 0; i < TICKS; i += 1) {
      if (i % 2 === 0) {
        const [question = ""] = ANSWERS[(i / 2) % ANSWERS.length] ?? [];
        const note = i / 2 < ANSWERS.length ? question : `${question} Again, ${role} ${i}.`;
        noted.push(note);
        await service.post("/wake", { note, from: `${role} ${i}` }, write);
      }
      if (i % 10 === 3) {
        const content = `Fire number ${i} destroyed the ${role} shed at the pier; people are hurt.`;
        alarms.push(content);
        await service.post("/feed", { type: "news", content, impact: "high" }, write);
      }
      const { status } = await service.post("/tick", undefined, { token: service.tokens.tick });
      expect([role, i, status]).toEqual([role, i, 200]);
      const now = (await service.get("/state")).as(state);
      expect(now.health).toBeGreaterThanOrEqual(0);
      expect(now.health).toBeLessThanOrEqual(100);
      expect(now.volatility).toBeLessThanOrEqual(1);
    }
    const { notes } = (await service.get(`/notes?${PAGE}&scope=*`)).as(notesPage);
    const mine = notes.filter(({ from }) => String(from).startsWith(`${role} `));
    expect(mine.map(({ note }) => note).sort()).toEqual([...noted].sort());
    for (const { note, status, reply } of mine)
      expect([note, status, reply !== undefined && reply !== ""]).toEqual([note, "answered", true]);
    if (role === "strong") {
      const told = new Map(mine.map(({ note, reply }) => [note, reply]));
      expect(ANSWERS.map(([note]) => [note, told.get(note)])).toEqual(ANSWERS);
    }
    const { logs } = (await service.get(`/logs?${PAGE}`)).as(logsPage);
    const summaries = logs.slice(0, TICKS).map(({ summary }) => summary);
    expect(summaries.filter((summary, i) => summary === summaries[i + 1])).toEqual([]);
    const { artifacts } = (await service.get(`/artifacts?${PAGE}&type=alert`)).as(artifactsPage);
    for (const alarm of alarms)
      expect(artifacts.filter(({ content }) => content.includes(alarm.slice(0, 40)))).not.toEqual([]);
    for (const { content } of artifacts) expect(content.length).toBeLessThanOrEqual(1_000);
  },
);
