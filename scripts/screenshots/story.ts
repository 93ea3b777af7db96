/** A made-up island, for the screenshots. */
import type { SeededLog } from "../../test/browser/seed";

const STEP_MS = 15 * 60_000;
const DAY_MS = 86_400_000;

/** A day of ticks before now, with a storm in it. */
export function pastLogs(now: number): SeededLog[] {
  return Array.from({ length: DAY_MS / STEP_MS }, (_, i) => {
    const hour = i / 4;
    const storm = Math.exp(-(((hour - 9) / 2.2) ** 2));
    const festival = Math.exp(-(((hour - 18) / 3) ** 2));
    return {
      mood: storm > 0.5 ? "concerned" : festival > 0.5 ? "excited" : "curious",
      health: Number((86 - 24 * storm + 8 * festival + 1.5 * Math.sin(i)).toFixed(2)),
      volatility: Number((0.12 + 0.5 * storm + 0.2 * festival + 0.02 * Math.sin(2 * i)).toFixed(3)),
      routine: "day",
      summary: storm > 0.5 ? "The storm holds the ferry in the harbour." : "A quiet quarter of an hour.",
      detail: "Nothing new came in.",
      timestamp: now - DAY_MS + i * STEP_MS,
    };
  });
}

export const MEMORIES = [
  ["semantic", "The ferry to Linnö leaves at nine from the north pier."],
  ["semantic", "On Sundays the ferry to Linnö leaves at ten."],
  ["episodic", "Mira missed the ferry because the bridge was closed for repairs."],
  ["episodic", "The storm of Tuesday tore two boats from the north pier."],
  ["semantic", "The north pier was rebuilt in oak after the storm."],
  ["procedural", "Before a storm, the harbour master doubles the lines of every boat."],
  ["emotional", "Mira was glad that the harbour choir sang again."],
  ["episodic", "The harbour choir sang at the summer festival on the north pier."],
  ["semantic", "The summer festival starts with a race of rowing boats."],
  ["episodic", "Jon won the race of rowing boats by half a length."],
  ["semantic", "The bakery in Harbour Street opens at six and sells cardamom buns."],
  ["episodic", "Mira bought cardamom buns for the whole choir."],
  ["procedural", "Cardamom buns rise twice, the second time under a damp cloth."],
  ["semantic", "The lighthouse was automated in 1987; its keeper still paints the railing."],
  ["episodic", "The lighthouse keeper told of the winter in which the bay froze."],
  ["semantic", "In the winter of 1963 the bay froze and people walked to Linnö."],
].map(([type, content]) => ({ type, content })) as readonly {
  readonly type: string;
  readonly content: string;
}[];

export const KNOWLEDGE = [
  {
    title: "Ferry timetable, summer",
    content:
      "Weekdays: 9:00, 12:30 and 17:15 from the north pier. Sundays and holidays: 10:00 and 16:00. Bicycles travel free.",
    source: "harbour office",
    tags: ["ferry", "timetable"],
  },
  {
    title: "Storm procedure",
    content:
      "At gale warning the harbour master doubles all lines. At storm warning the ferry stays at the south quay and the pier is closed.",
    source: "harbour office",
    tags: ["storm", "safety"],
  },
];

export const EVENTS = [
  {
    type: "news",
    content: "The council voted to restore the old lighthouse, a great success for the harbour.",
    impact: "high",
  },
  {
    type: "social",
    content: "Visitors praise the choir: a wonderful evening on the pier!",
    impact: "medium",
  },
  { type: "market", content: "Fish prices fell by 4 % this week.", impact: "low" },
];

export const NOTES = [
  { note: "When does the ferry to Linnö leave on Sunday?", from: "Mira" },
  { note: "What happened to the north pier in the storm?", from: "Mira" },
];
