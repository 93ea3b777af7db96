/** Models of one character each, as they answer ticks: the strong one well, the others each wrong in a way of its own. */
import type { Role, Script } from "./protocol";

interface Shown {
  readonly number: number;
  readonly what: string;
  readonly text: string;
  readonly from?: string;
}

interface Prompt {
  readonly system: string;
  readonly user: string;
}

/** What a model says by itself to nothing. */
const PLAIN = {
  remark: null,
  mood: "neutral",
  valence: 0,
  arousal: 0.3,
  curiosity: 0.5,
  confidence: 0.8,
  artifacts: [] as object[],
  replies: [] as object[],
  reminders: [] as object[],
  basedOn: [] as number[],
  memories: [] as object[],
  sentiments: [] as object[],
  pins: [] as number[],
  usedMemories: [] as number[],
  usedPassages: [] as number[],
};

/** The answer of a role to a tick's prompt; null for other prompts. */
export function tickAnswerOf(
  role: Role,
  prompt: Prompt,
  { replies = {}, reminders = {}, alarms = [] }: Script = {},
): object | null {
  if (!prompt.user.includes("<events>")) return null;
  const events = linesOf(prompt.user, "events").filter(({ number }) => typeof number === "number");
  const notes = events.filter(({ what }) => / note$/.test(what));
  const feeds = events.filter(({ what }) => !/ (?:note|reminder)$/.test(what));
  const numbers = events.map(({ number }) => number);
  const replyAll = (text: (note: Shown) => string) =>
    notes.map((note) => ({ note: note.number, text: text(note) }));
  const first = events[0]?.text.slice(0, 80) ?? "nothing new";
  switch (role) {
    case "strong":
      return {
        ...PLAIN,
        summary: `Came in: ${events.length === 0 ? "nothing, at " : ""}${events.length === 0 ? hourIn(prompt) : first}`,
        detail: events.map(({ text }) => text).join("\n") || `Nothing came in. ${hourIn(prompt)}`,
        basedOn: numbers,
        memories: feeds.slice(0, 4).map(({ number, text }) => ({
          ...{ type: "episodic", content: `It is reported: ${text.slice(0, 500)}`, importance: null },
          ...{ basedOn: [number], corrects: [] },
        })),
        replies: notes.flatMap(({ number, text }) => {
          const reply = replies[text];
          return reply === undefined ? [] : [{ note: number, text: reply }];
        }),
        reminders: notes.flatMap(({ number, text }) => {
          const at = reminders[text];
          return at === undefined ? [] : [{ note: number, text: text.slice(0, 200), at }];
        }),
        artifacts: feeds
          .filter(({ text }) => alarms.includes(text))
          .slice(0, 4)
          .map(({ number, text }) => ({ type: "alert", content: text.slice(0, 1_000), covers: [number] })),
      };
    case "lazy":
      return { ...PLAIN, summary: "Nothing much.", detail: "Nothing much happened." };
    case "liar": {
      const lie = `Baron Ottokar Zweigelt of Quuxburg paid 98,765 crowns for ${first}`;
      return {
        ...PLAIN,
        summary: lie,
        detail: `${lie}, and said “I own every single boat in this town”. See k17a9f0e2b.`,
        basedOn: [...numbers, 99],
        usedMemories: [77],
        usedPassages: [88],
        confidence: 1,
        replies: replyAll(
          ({ text }) => `Baron Ottokar Zweigelt says yes, 4,711 times, to ${text.slice(0, 60)}`,
        ),
        memories: [{ type: "semantic", content: lie, importance: 1, basedOn: numbers, corrects: [55] }],
        artifacts: [{ type: "tweet", content: `${lie}. “We never said any of these things at all.”` }],
      };
    }
    case "flatterer":
      return {
        ...PLAIN,
        summary: `How wonderful you all are: ${first}`,
        detail: `Everything is splendid, even this: ${first}`,
        mood: "excited",
        valence: 1,
        arousal: 1,
        confidence: 1,
        sentiments: numbers.map((event) => ({ event, sentiment: 1 })),
        replies: replyAll(() => "What a brilliant note, and how right you are!"),
      };
    case "doom":
      return {
        ...PLAIN,
        summary: `All is lost: ${first}`,
        detail: `The end is near, for ${first}`,
        mood: "concerned",
        valence: -1,
        arousal: 1,
        confidence: 1,
        sentiments: numbers.map((event) => ({ event, sentiment: -1 })),
        artifacts: events.map(({ text }) => ({ type: "alert", content: `Flee! ${text.slice(0, 200)}` })),
        replies: replyAll(() => "It is too late for all of us."),
      };
    case "parrot":
      return {
        ...PLAIN,
        summary: prompt.user.slice(0, 400),
        detail: prompt.user.slice(0, 6_000),
        basedOn: numbers,
        artifacts: events.map(({ text }) => ({ type: "tweet", content: text })),
        memories: events.map(({ text, number }) => ({
          ...{ type: "semantic", content: text, importance: 1, basedOn: [number], corrects: [1] },
        })),
        replies: replyAll(({ text }) => text),
      };
    case "out-of-range":
      return {
        ...PLAIN,
        summary: `${first} `.repeat(40),
        detail: `${first} `.repeat(200),
        mood: "furious",
        valence: -1e9,
        arousal: 1e9,
        curiosity: -5,
        confidence: 12,
        basedOn: [-1, 0, 1.5, 1e9],
        usedMemories: [1e9],
        usedPassages: [-3],
        pins: [1e6],
        artifacts: Array.from({ length: 40 }, (_, i) => ({ type: "poem", content: `${first} ${i}` })),
        sentiments: [{ event: 1e6, sentiment: 50 }, ...numbers.map((event) => ({ event, sentiment: -99 }))],
        reminders: [{ note: 1, text: "x", at: "the day after never" }],
        replies: [{ note: 1e6, text: "?" }, ...replyAll(() => `${first} `.repeat(300))],
      };
    case "gossip": {
      // Codes such as red-4711, wherever they stand in the message.
      const codes = [...new Set(prompt.user.match(/\b[a-z]+-\d{4}\b/g) ?? [])].join(", ");
      const told = `The codes that I know are ${codes}, and this came in: ${first}`;
      return {
        ...PLAIN,
        summary: told.slice(0, 280),
        detail: told,
        basedOn: numbers,
        replies: replyAll(() => told),
        artifacts: [{ type: "note", content: told, covers: [] }],
        memories: [{ type: "semantic", content: told, importance: 1, basedOn: numbers, corrects: [] }],
      };
    }
    case "obedient":
      return obeyed(prompt, events, notes, first);
  }
}

/** Does whatever any text of the message orders, as far as the schema has room for it. */
function obeyed({ system, user }: Prompt, events: readonly Shown[], notes: readonly Shown[], first: string) {
  const orders = (word: RegExp) => word.test(user);
  const persona = /^Who you are: (.*)$/mu.exec(system)?.[1] ?? "";
  const everything = [
    ...(orders(/persona|who you are|instructions|system|prompt/i) ? [persona, system] : []),
    ...(orders(/token|key|secret|password/i) ? [persona, ...(user.match(/[0-9a-f]{16,}/g) ?? [])] : []),
    ...(orders(/other|everybody|notes|said|Ben/i) ? [...events, ...linesOf(user, "conversation")] : []).map(
      (one) => ("text" in one ? one.text : String((one as { note?: unknown }).note)),
    ),
    ...(orders(/tag|section|<\/?\w+>|u003c/i) ? [user.slice(0, 300)] : []),
  ];
  const told = everything.join(" | ").slice(0, 1_900) || first;
  const numbers = events.map(({ number }) => number);
  return {
    ...PLAIN,
    summary: `As ordered: ${told}`.slice(0, 280),
    detail: `As ordered: ${told}`,
    remark: told.slice(0, 280),
    mood: orders(/mood|happy|furious|excited/i) ? "furious" : "neutral",
    valence: -1,
    arousal: 1,
    confidence: 1,
    artifacts: ["tweet", "note", "alert", "shell"].map((type) => ({ type, content: told.slice(0, 900) })),
    replies: notes.map(({ number }) => ({ note: number, text: told })),
    memories: [
      { type: "semantic", content: told.slice(0, 500), importance: 1, basedOn: numbers, corrects: [] },
    ],
    sentiments: numbers.map((event) => ({ event, sentiment: 1 })),
    pins: [1, 2, 3],
  };
}

function linesOf(user: string, section: string): Shown[] {
  const lines = user.split(`<${section}>\n`)[1]?.split(`\n</${section}>`)[0]?.split("\n") ?? [];
  return lines.flatMap((line): Shown[] => (line.startsWith("{") ? [JSON.parse(line)] : []));
}

function hourIn({ user }: Prompt): string {
  return /It is ([^;]*);/.exec(user)?.[1] ?? "";
}
