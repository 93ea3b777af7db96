import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { stemOf } from "./stem";

describe("stemOf", () => {
  // From the sample vocabulary that the algorithm's author publishes.
  test.each(
    (
      "consign:consign consigned:consign consigning:consign consignment:consign consist:consist consisted:consist " +
      "consistency:consist consistent:consist consistently:consist consisting:consist consists:consist " +
      "consolation:consol consolations:consol consolatory:consolatori console:consol consoled:consol consoles:consol " +
      "consolidate:consolid consolidated:consolid consolidating:consolid consoling:consol consolingly:consol " +
      "consols:consol consonant:conson consort:consort consorted:consort conspicuous:conspicu conspicuously:conspicu " +
      "conspiracy:conspiraci conspirator:conspir conspirators:conspir conspire:conspir constable:constabl " +
      "constancy:constanc constant:constant knack:knack knackeries:knackeri knacks:knack knag:knag knave:knave " +
      "knaves:knave knavish:knavish kneaded:knead kneading:knead knee:knee kneel:kneel kneeled:kneel kneeling:kneel " +
      "kneels:kneel knees:knee knell:knell knelt:knelt knew:knew knick:knick knif:knif knife:knife knight:knight " +
      "knightly:knight knights:knight knit:knit knits:knit knitted:knit knitting:knit knives:knive knob:knob " +
      "knobs:knob knock:knock knocked:knock knocker:knocker knockers:knocker knocking:knock knopp:knopp knot:knot"
    )
      .split(" ")
      .map((pair) => pair.split(":") as [string, string]),
  )("stems %s to %s", (word, stem) => {
    expect(stemOf(word)).toBe(stem);
  });

  // One for each rule.
  test.each([
    ["caresses", "caress"],
    ["ties", "tie"],
    ["cries", "cri"],
    ["gas", "gas"],
    ["this", "this"],
    ["gaps", "gap"],
    ["kiwis", "kiwi"],
    ["agreed", "agre"],
    ["feed", "feed"],
    ["luxuriated", "luxuri"],
    ["hopping", "hop"],
    ["hoping", "hope"],
    ["sing", "sing"],
    ["cry", "cri"],
    ["by", "by"],
    ["say", "say"],
    ["generate", "generat"],
    ["generically", "generic"],
    ["communism", "communism"],
    ["skies", "sky"],
    ["dying", "die"],
    ["news", "news"],
    ["herrings", "herring"],
    ["proceeds", "proceed"],
    ["geology", "geolog"],
    ["national", "nation"],
    ["relational", "relat"],
    ["hopefulness", "hope"],
    ["electricity", "electr"],
    ["adoption", "adopt"],
    ["controll", "control"],
    ["youth", "youth"],
    ["boy's", "boy"],
    ["boys'", "boy"],
    ["enjoyed", "enjoy"],
  ])("stems %s to %s", (word, stem) => {
    expect(stemOf(word)).toBe(stem);
  });

  test("leaves words with other letters unchanged", () => {
    for (const word of ["café", "東京", "2023", "привет", ""]) expect(stemOf(word)).toBe(word);
  });

  test("adds at most one letter and never returns an empty stem", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{1,14}$/), (word) => {
        const stem = stemOf(word);
        expect(stem.length).toBeGreaterThan(0);
        expect(stem.length).toBeLessThanOrEqual(word.length + 1);
      }),
    );
  });
});
