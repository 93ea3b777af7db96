import { describe, expect, test } from "vitest";
import { phraseWordsOf } from "./phraseWords";

/** The words of `line`: clauses parted by "|", sentences by "||". */
function parted(line: string): string {
  const words = phraseWordsOf(line);
  return words
    .map(({ written, clause, sentence }, i) => {
      const before = words[i - 1];
      const mark =
        before === undefined
          ? ""
          : before.sentence !== sentence
            ? "||"
            : before.clause !== clause
              ? "|"
              : "·";
      return `${mark}${written}`;
    })
    .join("");
}

describe("the words of a text", () => {
  test.each([
    ["It is −3 °C outside", "It·is·−3 °C·outside"],
    ["It fell by 12% to US$40 or 40 €", "It·fell·by·12%·to·US$40·or·40 €"],
    ["Write C++ for ticket #42", "Write·C++·for·ticket·#42"],
    ["Mail ida@quay.example about R&D", "Mail·ida@quay.example·about·R&D"],
    ["(see https://quay.example/a?b=c&d=%20#e).", "see·https://quay.example/a?b=c&d=%20#e"],
    ["Olsen & Sons + a friend", "Olsen·Sons·a·friend"],
  ])("have with them what belongs to them: %s", (line, words) => {
    expect(parted(line)).toBe(words);
  });

  test.each([
    ["The mill, they say; the barn: red", "The·mill|they·say|the·barn|red"],
    ["The mill (red) – or the barn", "The·mill|red|or·the·barn"],
    ["The mill burned. Ida left? No", "The·mill·burned||Ida·left||No"],
    ["He counted 40. Ben left", "He·counted·40||Ben·left"],
    ["Is it “late?” Ida asks", "Is·it|late||Ida·asks"],
  ])("are parted by marks: %s", (line, words) => {
    expect(parted(line)).toBe(words);
  });

  test.each([
    ["The U.S. Senate met", "The·U.S.·Senate·met"],
    ["They left the U.S. The barn burned", "They·left·the·U.S.||The·barn·burned"],
    ["It opens at 3 p.m. Ida waits", "It·opens·at·3·p.m.||Ida·waits"],
    ["Pots, e.g. of tin", "Pots|e.g.·of·tin"],
    ["It was sold by Acme Inc. Ida left", "It·was·sold·by·Acme·Inc||Ida·left"],
    ["They chose plan B. The barn burned", "They·chose·plan·B||The·barn·burned"],
    ["She said no. Ida left", "She·said·no||Ida·left"],
    ["Dr. Lund met J. Osei", "Dr·Lund·met·J.·Osei"],
  ])("go on after an abbreviation: %s", (line, words) => {
    expect(parted(line)).toBe(words);
  });

  test("are numbers with a sign, and measures with a unit", () => {
    const numbers = phraseWordsOf("#42 and −5 and $40 and 12% and 180 °C and seven").filter(
      ({ isNumber }) => isNumber,
    );
    expect(numbers.map(({ written }) => written)).toEqual(["#42", "−5", "seven"]);
  });
});
