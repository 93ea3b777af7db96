import { describe, expect, test } from "vitest";
import { entitiesOf } from "../language/entities";
import { idfOf } from "../../../mind/ranking/idf";
import { relationsOf } from "./seedRelations";

const idf = idfOf(0, () => 0);
const conflictOf = (...contents: string[]) =>
  relationsOf(
    contents.map((content) => ({ content, entities: entitiesOf(content) })),
    idf,
  ).conflict;

describe("plans that want the same time", () => {
  test("are a promise, the work that it takes and an absence before it is due", () => {
    expect(
      conflictOf(
        "I promised Mira the report by June.",
        "The report needs six weeks of work.",
        "I am on holiday in May.",
      ),
    ).toEqual({ kind: "squeeze", seeds: [0, 1, 2], date: "June" });
  });

  test("are what is due and who is away until then", () => {
    const due = ["I must hand in my thesis by 15 June.", "My supervisor is away until July."];
    expect(conflictOf(...due)).toEqual({ kind: "squeeze", seeds: [0, 1], date: "15 June" });
  });

  test("are two things of the same people on one day, though a third tells that they are", () => {
    expect(
      conflictOf(
        "The meeting with Acme is on 3 May at ten.",
        "Jonas is in Oslo on 3 May.",
        "Jonas leads the meeting with Acme.",
      ),
    ).toEqual({ kind: "same day", seeds: [0, 1], date: "3 May" });
  });

  test.each([
    ["an absence after what is due", ["I promised Mira the report by June.", "I am on holiday in August."]],
    [
      "the work on another matter",
      ["I promised Mira the report by June.", "The pier needs six weeks of work."],
    ],
    ["two days of one month", ["Jonas is in Oslo on 3 May.", "Jonas speaks in Bergen on 4 May."]],
    ["what is over", ["Jonas left Oslo on 3 May.", "Jonas married on 3 May."]],
    ["other people's days", ["Jonas is in Oslo on 3 May.", "Ada sings in Bergen on 3 May."]],
    ["who is not away", ["I promised Mira the report by June.", "I am not on holiday in May."]],
  ])("are not %s", (_, contents) => {
    expect(conflictOf(...contents)).toBeNull();
  });
});
