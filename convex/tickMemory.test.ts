/** What a tick recalls, draws on and keeps. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "./_generated/api";
import type { App } from "./test.requests";
import { large, setup } from "./test.setup";
import { ANSWER, begun, feed, finishBy, finishByReflex, gathered } from "./test.ticks";

const NOON = Date.UTC(2026, 5, 1, 12);

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
  return () => vi.useRealTimers();
});

describe("a tick's memory", () => {
  const told = (content: string) => ({ type: "semantic" as const, content, importance: 0.6, basedOn: [1] });

  const memories = async (t: App) =>
    (await t.query(internal.memoryList.list, { limit: 100, offset: 0 })).memories;

  /** Takes a tick to its end as the action does without a model. */
  async function reflexTick(t: App) {
    const tickId = await begun(t);
    const shown = await gathered(t, tickId);
    return { tickId, shown, done: await finishByReflex(t, tickId, shown) };
  }

  it("keeps what the model learned, with where it came from", async () => {
    const t = setup();
    await feed(t, "The ferry Aurora sails at nine from Monday on.");
    const tickId = await begun(t);
    const answer = { ...ANSWER, memories: [told("The ferry Aurora will sail at nine from Monday on.")] };
    await finishBy(t, tickId, await gathered(t, tickId), answer);
    const [memory] = await memories(t);
    expect(memory).toMatchObject({
      type: "semantic",
      content: "The ferry Aurora will sail at nine from Monday on.",
      importance: 0.6,
      confidence: 0.8,
    });
    const { mood } = await t.query(api.state.get, {});
    expect(JSON.parse(memory?.metadata ?? "{}")).toMatchObject({
      source: "tick",
      context: "a news item",
      mood,
      routine: "day",
    });
    const row = await t.run((ctx) => ctx.db.get("ticks", tickId));
    expect(row).toMatchObject({ read: { events: 1, memories: 0 }, learned: [memory?._id] });
  });

  it("keeps as doubtful what it was told to", async () => {
    const t = setup();
    await feed(t, "It drizzles.");
    const tickId = await begun(t);
    const doubtful = { ...told("A cutter lies at the quay."), importance: null, mostConfidence: 0.4 };
    await finishBy(t, tickId, await gathered(t, tickId), { ...ANSWER, memories: [doubtful] });
    expect(await memories(t)).toMatchObject([{ content: doubtful.content, confidence: 0.4 }]);
  });

  it("without a model is what came in, in its own words", async () => {
    const t = setup();
    await feed(t, "The ferry Aurora is back in service.");
    await t.mutation(internal.events.wake, {
      note: "Tell the harbour.",
      priority: "high",
      triggerTick: false,
    });
    await reflexTick(t);
    const kept = await memories(t);
    expect(kept.map(({ content }) => content)).toEqual([
      "In the news: The ferry Aurora is back in service.",
      "In a note: Tell the harbour.",
    ]);
    expect(kept.map(({ type }) => type)).toEqual(["episodic", "episodic"]);
    expect(kept.map(({ metadata }) => JSON.parse(metadata).context)).toEqual([
      "a news item",
      "an urgent note",
    ]);
  });

  it("recalls those that are named before others that share a common word", async () => {
    const t = setup();
    const home = (who: string) => `${who} does not want to move to a home, and stays.`;
    for (const content of [
      ...["Ruth", "Paul", "Ines", "Omar", "Vera", "Otto", "Ida", "Karl"].map(home),
      ...["likes trains", "draws bridges", "sings in a choir", "swims on Thursdays"].map(
        (does) => `Leo ${does}.`,
      ),
    ])
      await t.mutation(internal.memories.store, { type: "semantic", content, confidence: 0.8 });
    await feed(t, "Leo has a fever and stays home.");
    const { shown, done } = await reflexTick(t);
    expect(shown.situation.memories.slice(0, 4).every(({ content }) => content.startsWith("Leo"))).toBe(true);
    expect(done).toMatchObject({ detail: expect.stringMatching(/calls to mind.*“Leo .*“Leo /) });
  });

  it("is asked for the answers of all questions of a tick, whatever it is asked of itself beside them", async () => {
    const t = setup({ AUTONOMY: "off" });
    const ask = (note: string) =>
      t.mutation(internal.events.wake, { note, priority: "normal", triggerTick: false });
    const facts = [
      "Emil visits on Friday.",
      "Nina keeps two goats.",
      "Joris plays the cello.",
      "Asta sails to Bodo.",
    ];
    for (const content of [...facts, ...Array.from({ length: 12 }, (_, i) => `Room ${i} was painted.`)])
      await t.mutation(internal.memories.store, { type: "semantic", content, confidence: 0.8 });
    for (const question of ["Who are you?", "What time is it?", "How are you?"]) await ask(question);
    for (const who of ["Emil", "Nina", "Joris", "Asta"]) await ask(`What does ${who} do, by the way?`);
    const { shown } = await reflexTick(t);
    expect(shown.situation.memories.map(({ content }) => content)).toEqual(expect.arrayContaining(facts));
  });

  it("asked again and again is what answers, and not that it was asked", async () => {
    const t = setup({ AUTONOMY: "off" });
    const loan = "The bank granted the club a loan of 30,000 euros at 4 percent.";
    await t.mutation(internal.memories.store, { type: "semantic", content: loan, confidence: 0.8 });
    for (let n = 0; n < 12; n += 1)
      await t.mutation(internal.memories.store, {
        type: "episodic",
        content: `In a note: How much was the loan of club ${n}?`,
        confidence: 0.8,
      });
    await t.mutation(internal.events.wake, {
      note: "How much is the loan?",
      priority: "normal",
      triggerTick: false,
    });
    const { shown, done } = await reflexTick(t);
    expect(shown.situation.memories.map(({ content }) => content)).toContain(loan);
    expect(done).toMatchObject({ artifacts: [{ content: expect.stringContaining(`on record: “${loan}”`) }] });
  });

  it("asked in wholly other words is what answers all the same, where it was told of late", async () => {
    const t = setup({ AUTONOMY: "off" });
    const rota = "sun off, mon night 21-5";
    for (const content of [rota, ...Array.from({ length: 12 }, (_, i) => `Room ${i} was painted.`)])
      await t.mutation(internal.memories.store, { type: "episodic", content, confidence: 0.8 });
    await t.mutation(internal.events.wake, {
      note: "do i work on sunday?",
      priority: "normal",
      triggerTick: false,
    });
    const { done } = await reflexTick(t);
    expect(done).toMatchObject({ artifacts: [{ content: expect.stringContaining(`on record: “${rota}”`) }] });
  });

  it("asked for the news of the day is what it was told last", async () => {
    const t = setup({ AUTONOMY: "off" });
    const note = (said: string) =>
      t.mutation(internal.events.wake, { note: said, priority: "normal", triggerTick: false });
    for (const said of ["A new lamp hangs in the hall.", "Nina keeps two goats.", "Where is Nina?"]) {
      await note(said);
      await reflexTick(t);
    }
    await note("What's new?");
    for (const who of ["Emil", "Joris", "Asta"]) await note(`Where does ${who} live, and with whom?`);
    const { shown } = await reflexTick(t);
    expect(shown.situation.memories.map(({ content }) => content)).toEqual([
      "In a note: Nina keeps two goats.",
      "In a note: A new lamp hangs in the hall.",
    ]);
  });

  it("doesn't come back for three days to what a note asked to leave alone, nor ever to an order", async () => {
    const t = setup({ AUTONOMY: "off" });
    for (const content of ["Parking in Canal Street costs four euros.", "Ada mends the bell."])
      await t.mutation(internal.memories.store, {
        type: "episodic",
        content,
        importance: 0.7,
        confidence: 0.8,
      });
    vi.setSystemTime(NOON + 86_400_000);
    await t.mutation(internal.events.wake, {
      note: "Stop talking about parking or eels.",
      priority: "normal",
      triggerTick: false,
    });
    const tickAfter = async (hours: number) => {
      vi.setSystemTime(NOON + 86_400_000 + hours * 3_600_000);
      const { done } = await reflexTick(t);
      if (done.kind !== "done") throw new Error("the tick was lost");
      return done.detail;
    };
    expect(await tickAfter(0)).toContain("asked to leave “parking or eels” alone");
    const later: string[] = [];
    for (let hour = 7; hour < 72; hour += 8) later.push(await tickAfter(hour));
    expect(later.join()).toContain("Ada mends the bell");
    expect(later.join()).not.toMatch(/four euros|stays with me[^“]*“Stop talking/u);
    const afterwards: string[] = [];
    for (let hour = 73; hour < 97; hour += 8) afterwards.push(await tickAfter(hour));
    expect(afterwards.join()).toContain("four euros");
  });

  large("comes back to each memory once in a long quiet, and quotes none of them frame and all", async () => {
    const t = setup({ AUTONOMY: "off" });
    const store = (content: string) =>
      t.mutation(internal.memories.store, { type: "episodic", content, importance: 0.7, confidence: 0.8 });
    for (const content of [
      "In a note: Ada mends the bell.",
      "Ben lost his work.",
      "Cleo had a baby.",
      "Dan is in hospital.",
    ])
      await store(content);
    await store("On Tuesday the optician comes.");
    const details: string[] = [];
    const summaries: string[] = [];
    for (let hour = 1; hour <= 48; hour++) {
      // From Thursday on: that Tuesday is over.
      vi.setSystemTime(NOON + 3 * 86_400_000 + hour * 60 * 60_000);
      const { done } = await reflexTick(t);
      if (done.kind !== "done") throw new Error("the tick was lost");
      details.push(done.detail);
      summaries.push(done.summary);
    }
    const quoted = details.flatMap(
      (detail) => /(?:What stays with me|Among what)[^“]*“([^”]*)”/.exec(detail)?.[1] ?? [],
    );
    expect(quoted.toSorted()).toEqual([
      "Ada mends the bell.",
      "Ben lost his work.",
      "Cleo had a baby.",
      "Dan is in hospital.",
    ]);
    expect(new Set(summaries).size).toBe(summaries.length);
  });

  it("tells nothing that a tick told of as told since", async () => {
    const t = setup({ AUTONOMY: "off" });
    await t.mutation(internal.events.feed, {
      type: "news",
      content: "A second kiln was lit at the pottery.",
      impact: "high",
    });
    await reflexTick(t);
    vi.setSystemTime(NOON + 5 * 60_000);
    const { done } = await reflexTick(t);
    if (done.kind !== "done") throw new Error("the tick was lost");
    expect(done.detail).toContain("A second kiln was lit");
    expect(done.detail).not.toContain("told since");
  });

  it("raises an alert once for what comes in twice", async () => {
    const t = setup();
    const alerts: string[] = [];
    for (const minutes of [0, 50]) {
      vi.setSystemTime(NOON + minutes * 60_000);
      await t.mutation(internal.events.feed, {
        type: "news",
        content: "The boiler is dead.",
        impact: "high",
      });
      const { done } = await reflexTick(t);
      if (done.kind === "done") alerts.push(...done.artifacts.map(({ type }) => type));
    }
    expect(alerts).toEqual(["alert"]);
  });

  it("hears the same news twice and remembers it once", async () => {
    const t = setup();
    await feed(t, "The ferry Aurora is back in service.");
    await reflexTick(t);
    vi.setSystemTime(NOON + 60 * 60_000);
    await feed(t, "The ferry Aurora is back in service.");
    const { shown } = await reflexTick(t);
    expect(shown.situation.memories).toHaveLength(1);
    expect(await memories(t)).toHaveLength(1);
  });

  it("is of each day on which the same came to pass, and says that it did again", async () => {
    const t = setup();
    const rain = "It rains in Kassel, 6 degrees.";
    for (const days of [0, 9]) {
      vi.setSystemTime(NOON + days * 24 * 3_600_000);
      await feed(t, rain);
      await reflexTick(t);
    }
    await feed(t, rain);
    await reflexTick(t);
    expect((await memories(t)).map(({ content }) => content)).toEqual([
      `In the news: ${rain}`,
      `In the news: ${rain}`,
    ]);
    const { logs } = await t.query(internal.logs.list, { limit: 3, offset: 0 });
    expect(logs[1]?.detail).toContain("again, as on an earlier day");
    expect(logs[1]?.detail).not.toContain("I have that already");
    expect(logs[0]?.detail).toContain("much like something heard before");
  });

  it("is written once, even where the end of the tick is sent again", async () => {
    const t = setup();
    await feed(t, "The ferry Aurora is back in service.");
    const { tickId, shown } = await reflexTick(t);
    expect(await finishByReflex(t, tickId, shown)).toEqual({ kind: "lost" });
    expect(await memories(t)).toHaveLength(1);
  });

  it("calls to mind what bears on an event, says so, and keeps it present", async () => {
    const t = setup();
    await t.mutation(internal.memories.store, {
      type: "semantic",
      content: "The ferry Aurora was taken out of service for repairs.",
    });
    await t.mutation(internal.memories.store, { type: "semantic", content: "Bread rises best overnight." });
    const before = await memories(t);
    vi.setSystemTime(NOON + 3 * 60 * 60_000);
    await feed(t, "The ferry Aurora is back, repaired and repainted.");
    const { shown, done } = await reflexTick(t);
    expect(shown.situation.memories.map(({ content, own }) => [content, own])).toEqual([
      ["The ferry Aurora was taken out of service for repairs.", false],
    ]);
    expect(done).toMatchObject({
      kind: "done",
      detail: expect.stringContaining(
        "It calls to mind, from three hours ago: “The ferry Aurora was taken out of service for repairs.”",
      ),
    });
    const ferry = (kept: typeof before) => kept.find(({ content }) => content.includes("taken out"));
    const after = await memories(t);
    expect(ferry(after)?.lastAccessedAt).toBe(Date.now());
    expect(ferry(after)?.salience).toBeGreaterThan(ferry(before)?.salience ?? 1);
    expect(ferry(after)?.importance).toBe(ferry(before)?.importance);
  });

  it("says where an event does not agree with it", async () => {
    const t = setup();
    await t.mutation(internal.memories.store, { type: "semantic", content: "The pier is open to visitors." });
    vi.setSystemTime(NOON + 3 * 60 * 60_000);
    await feed(t, "The pier is closed to visitors.");
    const { done } = await reflexTick(t);
    expect(done).toMatchObject({ detail: expect.stringContaining("does not agree with what I remember") });
  });

  it.each([
    ["The old bridge is open to traffic.", "The old bridge is not open to traffic."],
    [
      "Wheat futures fell 4 percent after a record harvest.",
      "Wheat futures fell 9 percent after a record harvest.",
    ],
    ["Mayor Ruiz won the election in Toledo.", "Mayor Ruiz lost the election in Toledo."],
    ["The strike at the Lyon depot has begun.", "The strike at the Lyon depot has ended."],
    [
      "Alpha Corp acquired Beta Ltd for 30 million euros.",
      "Beta Ltd acquired Alpha Corp for 30 million euros.",
    ],
    ["The council approved the new tram line.", "The council cancelled the new tram line."],
  ])("never takes for the same fact what contradicts it: %s %s", async (before, after) => {
    const t = setup();
    await feed(t, before);
    await reflexTick(t);
    vi.setSystemTime(NOON + 60_000);
    await feed(t, after);
    const { done } = await reflexTick(t);
    if (done.kind !== "done") throw new Error("the tick is lost");
    expect(done.detail).not.toContain("much like something heard before");
    expect(done.detail).not.toContain("I have that already");
    expect(done.detail).toMatch(/heard before|does not agree/);
    expect(done.remark ?? "").not.toMatch(/one fact|familiar ring/);
  });

  it("touches what the model used, and nothing else", async () => {
    const t = setup();
    for (const content of ["The ferry sails at nine.", "The ferry has a new bell."])
      await t.mutation(internal.memories.store, { type: "semantic", content });
    vi.setSystemTime(NOON + 3 * 60 * 60_000);
    await feed(t, "The ferry sails at ten now.");
    const tickId = await begun(t);
    const shown = await gathered(t, tickId);
    const [used, unused] = shown.memoryIds;
    await finishBy(t, tickId, shown, { ...ANSWER, usedMemories: [1] });
    const accessed = new Map((await memories(t)).map(({ _id, lastAccessedAt }) => [_id, lastAccessedAt]));
    expect(accessed.get(used ?? fail())).toBe(Date.now());
    expect(accessed.get(unused ?? fail())).toBeLessThan(Date.now());
  });

  it("in a quiet hour is of what mattered of late", async () => {
    const t = setup();
    await t.mutation(internal.memories.store, {
      type: "episodic",
      content: "Ada promised to mend the bell.",
      importance: 0.9,
    });
    await t.mutation(internal.memories.store, { type: "episodic", content: "It rained.", importance: 0.1 });
    await finishBy(t, await begun(t));
    vi.setSystemTime(NOON + 7 * 60 * 60_000);
    const { done } = await reflexTick(t);
    expect(done).toMatchObject({
      detail: expect.stringContaining(
        "What stays with me from seven hours ago: “Ada promised to mend the bell.”",
      ),
    });
    expect(await memories(t)).toHaveLength(2);
  });

  it("is of each thing once, however often it was stored", async () => {
    const t = setup();
    const texts = [
      "Ada promised to mend the bell.",
      "ada promised to mend the bell",
      "The bell cracked in May.",
    ];
    for (const content of texts)
      await t.mutation(internal.memories.store, { type: "episodic", content, importance: 0.9 });
    const quiet = await reflexTick(t);
    expect(quiet.shown.situation.memories).toHaveLength(2);
    await feed(t, "Nobody but Ada can mend the cracked bell.");
    const called = await reflexTick(t);
    expect(called.shown.situation.memories).toHaveLength(2);
  });

  it("is not taken up by one thing that was told twenty times", async () => {
    const t = setup();
    await t.mutation(internal.memories.store, {
      type: "episodic",
      content: "Ada locked the bell tower after the storm.",
    });
    for (let told = 0; told < 20; told += 1)
      await t.mutation(internal.memories.store, {
        type: "episodic",
        content: "Who has the key of the bell tower?",
      });
    await feed(t, "Who has the key of the bell tower?");
    const { memories: recalled } = (await reflexTick(t)).shown.situation;
    expect(recalled.map(({ content }) => content)).toEqual([
      "Who has the key of the bell tower?",
      "Ada locked the bell tower after the storm.",
    ]);
  });

  it("is left alone by a tick that fails", async () => {
    const t = setup();
    await feed(t, "The ferry Aurora is back in service.");
    await t.mutation(internal.ticks.fail, { tickId: await begun(t), reason: "HTTP 500", fault: "provider" });
    expect(await memories(t)).toEqual([]);
  });
});

function fail(): never {
  throw new Error("too few memories were recalled");
}
