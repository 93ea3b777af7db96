import { describe, expect, test } from "vitest";
import { reflexTick } from "../ticks/reflexes";
import { AFTER, feed, log, situation } from "../ticks/test.situations";
import { tickPrompt } from "../../../mind/tick/prompt";
import { givenClause } from "./given";
import type { Situation } from "../../../mind/tick/situation";

const words = (changes: Partial<Situation>) => reflexTick(situation(changes), AFTER);
const given = { memories: 50, documents: 15 };

describe("what was given since the last tick", () => {
  test("is counted in one clause, and nothing is none", () => {
    expect(givenClause(given)).toBe("told 50 memories and given 15 documents to know");
    expect(givenClause({ memories: 1, documents: 0 })).toBe("told one memory");
    expect(givenClause({ memories: 0, documents: 1 })).toBe("given one document to know");
    expect(givenClause({ memories: 0, documents: 0 })).toBe("");
  });

  test("is told by a tick that has nothing to read, which then calls nothing quiet that was not", () => {
    const { summary, detail } = words({
      given,
      logs: [log("Quiet.", 5), log("Quiet.", 10), log("News.", 15, 1)],
    });
    expect(summary).toBe(
      "Nothing new to read, but I was told 50 memories and given 15 documents to know since the last look, five minutes ago; awake and even, keen to know more.",
    );
    expect(detail).toContain(
      "No note and no feed has come in for three ticks, 15 minutes and counting, but since the last tick I was told 50 memories and given 15 documents to know.",
    );
    expect(`${summary} ${detail}`).not.toMatch(/nothing has come in|no events|without news/i);
  });

  test("is told by the first tick", () => {
    const { summary, detail } = words({ given, first: true, lastTickAt: 0 });
    expect(summary).toContain("no note and no feed yet, but I have been told 50 memories");
    expect(detail).toContain("No note and no feed has come in yet, but I have been told 50 memories");
  });

  test("is told beside what came in, and not at all where nothing was given", () => {
    const events = [feed("The ferry is late.")];
    expect(words({ given, events }).detail).toContain(
      "Besides, I was told 50 memories and given 15 documents to know since the last tick.",
    );
    expect(words({ events }).detail).not.toContain("Besides");
  });

  test("is told to a model", () => {
    const { user } = tickPrompt(situation({ given }));
    expect(user).toContain("nothing has come in for five minutes, but you were told 50 memories");
  });
});
