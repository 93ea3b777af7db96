import { describe, expect, test } from "vitest";
import { reflexTick } from "./reflexes";
import { sharedTopic } from "./sharedTopic";
import { AFTER, feed, situation } from "./test.situations";

const topic = (...contents: string[]) => sharedTopic(contents.map((content) => feed(content)))?.word ?? null;

describe("what events speak of", () => {
  test("is a name that they share, without its ending", () => {
    expect(topic("Omar asks whether Ruth's cat may stay.", "Ruth's frame is in the cellar.")).toBe("Ruth");
    expect(topic("Tomasz fixed the build.", "The build waits for Tomasz.")).toBe("Tomasz");
  });

  test("is else a word that tells what a text is about, in any of its forms", () => {
    expect(topic("Strikes stop the ferry.", "Two ferries collide.", "The ferry's crew is safe.")).toBe(
      "ferry",
    );
  });

  test.each([
    ["The lift is stuck once more.", "Anna is happy once more."],
    ["Nobody knows whether it rains.", "Ben asks whether to come."],
    ["The plan changes on Monday.", "Soup is served every Monday in November."],
    ["The council voted against it.", "They voted quickly."],
    ["He said it is good news.", "She said it is bad news."],
    ["Der Keller ist nass und die Lampe fehlt.", "Nur die Pumpe ist alt und die Tür klemmt."],
  ])("is no function word, verb, date or word for anything: %s – %s", (a, b) => {
    expect(topic(a, b)).toBeNull();
  });

  test("is told of by no tick whose events share only such", () => {
    const events = [
      feed("The lift is stuck once more.", { sentiment: -0.4 }),
      feed("Anna is happy once more.", { sentiment: 0.5 }),
    ];
    const { detail, remark } = reflexTick(situation({ events }), AFTER);
    expect(detail).not.toContain("of them speak of");
    expect(remark).toBeUndefined();
  });
});
