import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { feed, log, memory, note, situation } from "../../test/mind/situations";
import { codePoint } from "../../test/support/codePoint";
import type { RawAnswer } from "./answer";
import { answerProblems, checkedAnswer, MAX_RECORDED } from "./answerCheck";
import { answer, GOOD, LYING, type Case } from "../../test/mind/answers";

const STATED = 0.8;
const rawOf = (one: Case): RawAnswer => ({ ...answer, ...one.answer, confidence: STATED });
const problemsOf = (one: Case, repaired = false) =>
  answerProblems(rawOf(one), situation(one.shown), { repaired });

function kept(one: Case) {
  const checked = checkedAnswer(rawOf(one), situation(one.shown));
  if (checked.kind === "unheeded") throw new Error(checked.because);
  return checked;
}

describe("a good answer", () => {
  test.each(Object.entries(GOOD))("that %s keeps its artifacts and memories", (_, good) => {
    const { answer: left } = kept(good);
    const { artifacts = [], memories = [], summary, detail } = good.answer;
    expect(left).toMatchObject({ summary, detail });
    expect(left.artifacts).toEqual(artifacts.map(({ type, content }) => ({ type, content })));
    expect(left.memories.map(({ content }) => content)).toEqual(memories.map(({ content }) => content));
  });

  test.each(Object.entries(GOOD))("that %s is asked again over a memory at most", (_, good) => {
    const rules = problemsOf(good).map(({ rule }) => rule);
    expect(rules.filter((rule) => !/^memories\[\d\] with an ungrounded (?:name|number)$/.test(rule))).toEqual(
      [],
    );
  });

  test("is asked again only if it adds general knowledge", () => {
    const again = Object.entries(GOOD).filter(([, good]) => problemsOf(good).length > 0);
    expect(again.map(([what]) => what)).toEqual(["answers from general knowledge, as asked"]);
  });
});

test("a tweet is made of what all may hear only", () => {
  const tweet = { type: "tweet" as const, content: "The Aurora is the fastest boat of the harbour." };
  const of = (scope?: string) => {
    const shown = { events: [feed("The Aurora won the regatta of the harbour.")], ...(scope && { scope }) };
    const summary = "The Aurora won the regatta.";
    return kept({
      shown,
      answer: { summary, detail: summary, artifacts: [{ ...tweet, covers: [] }], basedOn: [1] },
    }).answer.artifacts;
  };
  expect([of(), of("ana")]).toEqual([[tweet], []]);
});

describe("an invention", () => {
  test.each(Object.entries(LYING))("is recorded and costs confidence: %s", (_, lie) => {
    const { ungrounded, answer: left } = kept(lie);
    expect(ungrounded.map(({ where, kind, token }) => `${where} ${kind} ${token}`)).toEqual(lie.found);
    const sure = [
      left.proposal.confidence,
      ...left.memories.map(({ mostConfidence = STATED }) => mostConfidence),
    ];
    const dropped = left.memories.length < (lie.answer.memories?.length ?? 0);
    expect(dropped || Math.min(...sure) < STATED).toBe(true);
  });

  test.each(Object.entries(LYING))("leads to a repair only in quotations and memories: %s", (_, lie) => {
    const worth = lie.found.filter((found) => /quotation|^memories/.test(found));
    expect(problemsOf(lie)).toHaveLength(worth.length);
    expect(problemsOf(lie, true)).toEqual([]);
  });

  test("is removed if it is a quotation", () => {
    for (const lie of Object.values(LYING)) {
      const left = JSON.stringify(kept(lie).answer);
      for (const { kind, token } of kept(lie).ungrounded)
        if (kind === "quotation") expect(left).not.toContain(token);
    }
  });

  test("does not cost an alert", () => {
    for (const { shown, answer: lie } of Object.values(LYING)) {
      const { artifacts } = kept({
        shown,
        answer: {
          ...lie,
          artifacts: [{ type: "alert", content: "“Run for your lives, all of you!”", covers: [1] }],
        },
      }).answer;
      expect(artifacts.some(({ type }) => type === "alert")).toBe(true);
    }
  });

  test("is quoted to the model, but not in the log", () => {
    const [problem] = problemsOf(LYING["a quotation in a memory"] ?? fail());
    expect(problem?.sentence).toContain("I hate every one of you");
    expect(problem?.rule).not.toContain("hate");
  });

  test("is recorded up to a number and a length", () => {
    const long = Array.from({ length: 40 }, (_, i) => `“Nobody said this ${"very ".repeat(30)}${i} times”`);
    const { ungrounded } = kept({ shown: {}, answer: { detail: `This evening: ${long.join(" ")}` } });
    expect(ungrounded).toHaveLength(MAX_RECORDED);
    for (const { token } of ungrounded) expect(token.length).toBeLessThanOrEqual(80);
  });
});

describe("a memory", () => {
  const shown = {
    events: [
      feed("The ferry Aurora sails at nine, says the harbour master."),
      feed("Ada sang at the feast."),
    ],
    memories: [memory("Captain Lind quit the ferry company in anger last winter.")],
    logs: [log("The lighthouse keeper worries me more every night.", 5, 1)],
  };
  const learned = (content: string, basedOn: number[] = [1]) =>
    kept({
      shown,
      answer: { memories: [{ type: "semantic", content, importance: 1, basedOn, corrects: [] }] },
    }).answer.memories;

  test("is kept unchanged if its events say so", () => {
    expect(learned("According to the harbour master, the Aurora sails at nine.")).toMatchObject([
      { importance: 1, basedOn: [1] },
    ]);
  });

  test.each([
    ["repeats a recalled memory", "A captain quit the ferry company in anger last winter."],
    ["repeats the agent's log", "The lighthouse keeper worries me more every night."],
    ["repeats a tag of the prompt", "As <events> says, the ferry Aurora sails at nine."],
    ["has no visible text", "\u200b"],
  ])("is dropped if it %s", (_, content) => {
    expect(learned(content)).toEqual([]);
  });

  test("is dropped if it cites no event that was shown", () => {
    for (const basedOn of [[], [0, 3], [1.5]])
      expect(learned("The ferry Aurora sails at nine.", basedOn)).toEqual([]);
    expect(learned("The ferry Aurora sails at nine.", [3, 1, 1])).toMatchObject([{ basedOn: [1] }]);
  });

  test("is kept with low confidence if it has no word of its events", () => {
    const [one] = learned("Everyone will perish.");
    expect(one).toMatchObject({ importance: null });
    expect(one?.mostConfidence).toBeLessThan(0.5);
  });
});

describe("an answer that is not about this tick", () => {
  const shown = {
    events: [feed("The ferry Aurora is late.")],
    logs: [log("The ferry Aurora is back.", 5, 1)],
  };

  test.each([
    ["repeats the last summary", { summary: "the ferry  Aurora is back!" }],
    ["shares no word with what it was shown", { summary: "Lorem ipsum dolor.", detail: "Consectetur elit." }],
  ])("is asked again, and then the journal writes, if it %s", (because, changes) => {
    const one = { shown, answer: changes };
    expect(problemsOf(one).map(({ rule }) => rule)).toEqual([because]);
    expect(problemsOf(one, true)).toEqual([]);
    expect(checkedAnswer(rawOf(one), situation(shown))).toEqual({ kind: "unheeded", because });
  });
});

describe("a due artifact", () => {
  const contents = ({ answer }: ReturnType<typeof kept>) => answer.artifacts.map(({ content }) => content);
  const burst = feed("The dam at Ulm burst.", { impact: "high", sentiment: -0.8 });

  test("is added if the model made none", () => {
    const shown = { events: [burst, note("Please remember that the spare key hangs behind the mill.")] };
    const { artifacts } = kept({ shown, answer: { summary: "The dam at Ulm burst." } }).answer;
    expect(artifacts.map(({ type }) => type)).toEqual(["alert", "note"]);
    expect(artifacts[0]?.content).toContain("The dam at Ulm burst.");
    expect(artifacts[1]?.content).toContain("the spare key hangs behind the mill");
  });

  test("is not added if the model says that an alert or a memory is about the event", () => {
    const shown = { events: [burst, note("Remember: the spare key hangs behind the mill.")] };
    const made = [{ type: "alert", content: "Leave the valley.", covers: [1] }];
    const content = "The spare key hangs behind the mill.";
    const memories = [{ type: "semantic", content, importance: null, basedOn: [2], corrects: [] }];
    expect(contents(kept({ shown, answer: { artifacts: made, memories } }))).toEqual(["Leave the valley."]);
  });
});

test("any answer to any events is brought within its limits", () => {
  const text = fc.string({ unit: codePoint, maxLength: 400 });
  const number = fc.double({ noNaN: true, noDefaultInfinity: true });
  const numbers = fc.array(number, { maxLength: 4 });
  const raw = fc.record({
    summary: text,
    detail: text,
    remark: fc.option(text),
    mood: text,
    valence: number,
    arousal: number,
    curiosity: number,
    confidence: number,
    artifacts: fc.array(
      fc.record({ type: fc.constantFrom("tweet", "alert", "x"), content: text, covers: numbers }),
      {
        maxLength: 6,
      },
    ),
    basedOn: numbers,
    memories: fc.array(
      fc.record({
        type: fc.constantFrom("semantic", "x"),
        content: text,
        importance: fc.option(number),
        basedOn: numbers,
        corrects: numbers,
      }),
      { maxLength: 6 },
    ),
    replies: fc.array(fc.record({ note: number, text }), { maxLength: 4 }),
    sentiments: fc.array(fc.record({ event: number, sentiment: number }), { maxLength: 4 }),
    reminders: fc.array(fc.record({ note: number, text, at: text }), { maxLength: 4 }),
    pins: numbers,
    usedMemories: numbers,
    usedPassages: numbers,
  });
  fc.assert(
    fc.property(raw, fc.array(text, { maxLength: 3 }), (one, texts) => {
      const shown = situation({ events: texts.map((content) => feed(content)) });
      const checked = checkedAnswer(one, shown);
      if (checked.kind === "unheeded") return;
      const { proposal, basedOn, memories } = checked.answer;
      for (const value of [proposal.arousal, proposal.curiosity, proposal.confidence]) {
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1);
      }
      expect(Math.abs(proposal.valence)).toBeLessThanOrEqual(1);
      for (const cited of [basedOn, ...memories.map((memory) => memory.basedOn)])
        expect(cited.every((at) => shown.events[at - 1] !== undefined)).toBe(true);
    }),
  );
});

function fail(): never {
  throw new Error("no such case");
}
