import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parsedText } from "../text/parsedText";
import { UNCOUNTED } from "./idf";
import { sharedTermsOf, sharedTopics } from "./sharedTopics";

const topics = (...texts: string[]) =>
  sharedTopics(
    texts.map((text) => ({ parsed: parsedText(text) })),
    UNCOUNTED,
  );

describe("shared topics", () => {
  test("are names before words, each with the texts that contain it", () => {
    const found = topics(
      "A storm closed the harbour of Kiel.",
      "Harbours like Kiel stay shut.",
      "The harbour of Oslo is open.",
    );
    expect(found).toEqual([
      { label: "harbour", isName: false, texts: [0, 1, 2] },
      { label: "Kiel", isName: true, texts: [0, 1] },
    ]);
  });

  test("include a name that only one text capitalises as one", () => {
    expect(topics("Kiel counts its boats.", "Fish from Kiel is dear.")[0]).toMatchObject({
      label: "Kiel",
      texts: [0, 1],
    });
  });

  test("exclude function words, figures and short words", () => {
    expect(topics("The two of them met on 12 May.", "The two left the 12 for me.")).toEqual([]);
  });

  test("rank the rarer of two words first", () => {
    const idf = (term: string) => (term === "ferri" ? 5 : 1);
    const texts = ["Paint the ferry.", "The ferry needs paint."].map((text) => ({
      parsed: parsedText(text),
    }));
    expect(sharedTopics(texts, idf).map(({ label }) => label)).toEqual(["ferry", "paint"]);
  });

  test("occur in at least two texts, and the number of terms is bounded", () => {
    const text = fc.string({ maxLength: 60, unit: "grapheme" });
    fc.assert(
      fc.property(fc.array(text, { maxLength: 5 }), (texts) => {
        for (const { texts: holders } of topics(...texts)) {
          expect(holders.length).toBeGreaterThanOrEqual(2);
          expect(Math.max(...holders)).toBeLessThan(texts.length);
        }
        expect(sharedTermsOf(texts.map(parsedText), 3).length).toBeLessThanOrEqual(3);
      }),
    );
  });
});
