import { describe, expect, test } from "vitest";
import { expectProportional } from "../../test.growth";
import { questionsIn } from "./questionsIn";

describe("the questions of a note", () => {
  test.each([
    ["How much is the fare? And where is the oar?", ["How much is the fare?", "And where is the oar?"]],
    ["Where is the oar and when does Ruth row?", ["Where is the oar?", "when does Ruth row?"]],
    [
      "Do you know where the oar is and when the regatta is?",
      ["Do you know where the oar is?", "when the regatta is?"],
    ],
    [
      "Where is the oar, how much is the fare, and is the mill shut?",
      ["Where is the oar?", "how much is the fare?", "is the mill shut?"],
    ],
    [
      "- where is the oar\n- The mill is shut.\n2) how much is the fare",
      ["where is the oar", "how much is the fare"],
    ],
    ["How are you and where is the oar?", ["How are you?", "where is the oar?"]],
    ["tell me the fare and where the oar is", ["tell me the fare", "where the oar is"]],
  ])("are each by itself: %j", (text, questions) => {
    expect(questionsIn(text)).toEqual(questions);
  });

  test.each([
    "When and where is the regatta?",
    "How are you feeling today, and why?",
    "Where is the oar and who has it?",
    "Where does Ruth row and who with?",
    "Is the mill shut and the ferry late?",
    "Did the miller say when he grinds, and what?",
    "Can Ruth say where and when is the regatta?",
    "Do you know the miller, who rows at dawn?",
    "Is that the man who rowed and who won the cup?",
  ])("are one where they are: %j", (text) => {
    expect(questionsIn(text)).toEqual([text]);
  });

  test.each(["where is the oar and ", "and where is ", "is it? ", ", and what "])(
    "cost in proportion to length: %j",
    (part) => {
      const text = part.repeat(400);
      expectProportional((length) => questionsIn(text.slice(0, length)), text.length);
    },
  );
});
