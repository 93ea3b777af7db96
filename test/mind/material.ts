/** The fixed material of the prompts' snapshots: a harbour on a Saturday evening. */
import { feed, log, memory, MINUTE, note, NOW, passage, situation } from "./situations";
import type { ReflectionInput } from "../../mind/reflections/reflectionInput";
import type { ThoughtMaterial } from "../../mind/thoughts/thoughtMaterial";
import type { ThoughtReflectionMaterial } from "../../mind/prompts/thoughtReflection";

const agent = { now: NOW, timeZone: "Europe/Berlin", name: "Anima", persona: "Plain words, dry humour." };

export const TICK = situation({
  logs: [log("All quiet at the pier.", 5)],
  events: [
    { ...note("Wann fährt morgen die Fähre?"), source: { kind: "wake", priority: "high", from: "Ada" } },
    {
      ...feed("A storm closed the harbour of Kiel.", { impact: "high", sentiment: -0.6 }),
      metadata: JSON.stringify({ outlet: "The Quay" }),
    },
    feed("Herring costs 12 percent more.", { type: "market" }),
    feed("Herring costs 12 percent more.", { type: "market", minutesAgo: 1 }),
    { ...note("Ring the harbour office."), source: { kind: "reminder", dueAt: NOW, from: "Ben" } },
  ],
  waiting: 2,
  memories: [
    memory("The ferry sails at nine.", { type: "semantic" }),
    memory("I expect a storm.", { type: "reflection", own: true, minutesAgo: 3 * 24 * 60 }),
    memory("Never wake me for herring.", { pinned: true }),
  ],
  turns: [{ from: "Ada", note: "Is the pier open?", reply: "Yes, until ten.", at: NOW - 60 * MINUTE }],
  themes: [{ theme: "The ferry", summary: "It sails from Kiel to Oslo, and is often late." }],
  knowledge: [passage("Timetable", "On Sundays the ferry sails at ten.")],
  made: [{ type: "tweet", content: "Calm pier, loud gulls.", timestamp: NOW - 90 * MINUTE }],
});

const thought = (content: string, hoursAgo: number) => ({
  content,
  seeds: ["Gulls."],
  tone: "curious" as const,
  confidence: 0.6,
  timestamp: NOW - hoursAgo * 60 * MINUTE,
});

export const SEEDED: ThoughtMaterial = {
  ...agent,
  mood: "curious",
  seeds: [
    { content: "A storm closed the harbour.", importance: 0.8, entities: ["Kiel"], source: "news" },
    { content: "Herring costs 12 percent more.", importance: 0.7, entities: [], source: null },
  ],
  earlier: [thought("Gulls know the timetable.", 2)],
};

export const THOUGHTS: ThoughtReflectionMaterial = {
  ...agent,
  lookback: "24h",
  focus: "the gulls",
  thoughts: [thought("Gulls know the timetable.", 9), thought("Gulls fear nobody.", 2)],
};

const evidence = (content: string, daysAgo: number, confidence: number) => ({
  type: "episodic" as const,
  content,
  importance: 0.5,
  confidence,
  sentiment: { score: -0.4, label: "negative" as const },
  createdAt: NOW - daysAgo * 24 * 60 * MINUTE,
});

export const REFLECTED: ReflectionInput = {
  ...agent,
  type: "knowledge",
  depth: "shallow",
  focus: "the ferry",
  evidence: [evidence("The ferry broke down.", 9, 0.8), evidence("The ferry is late again.", 1, 0.5)],
  themes: [{ theme: "The ferry", summary: "It is often late." }],
  earlier: [{ content: "The ferry is hard to trust.", createdAt: NOW - 30 * 24 * 60 * MINUTE }],
};
