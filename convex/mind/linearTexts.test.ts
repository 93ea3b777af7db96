/** Texts of one character again and again: what reads a text takes time by its length, not by its square. */
import { describe, test } from "vitest";
import { expectProportional } from "../test.growth";
import { phraseWordsOf } from "./language/phraseWords";
import { isQuestion } from "./language/questions";
import { americanForm, respelled } from "./language/spellings";
import { termsOf } from "./language/tokens";
import { numberedIn } from "./numbers/figures";
import { withFigures, withTimes } from "./numbers/measures";
import { moneysIn } from "./numbers/moneys";
import { withUnits } from "./numbers/units";

/** As long as a memory may be. */
const LENGTH = 16_384;

const UNITS = {
  dots: ".",
  blanks: " ",
  "line ends": "\n",
  "quotation marks": '"',
  apostrophes: "'",
  hyphens: "-",
  underscores: "_",
  digits: "1",
  letters: "a",
  "endings written in two ways": "our",
  "combining marks": "\u0301",
  "Chinese words": "日",
  "capitalised words": "Anna ",
  denials: "not ",
};

const READERS: { readonly [name: string]: (text: string) => unknown } = {
  "its terms": termsOf,
  "what it asks": isQuestion,
  "its phrases": phraseWordsOf,
  "its numbers": (text) => [
    withFigures(text),
    withTimes(text),
    withUnits(text),
    numberedIn(text),
    moneysIn(text),
  ],
  "its spelling": (text) => [respelled(text), americanForm(text)],
};

describe.each(Object.entries(READERS))("%s", (_, read) => {
  test.each(Object.entries(UNITS))("is read of %s at a cost in proportion to their length", (_name, unit) => {
    const text = unit.repeat(Math.ceil(LENGTH / unit.length)).slice(0, LENGTH);
    expectProportional((length) => {
      read(text.slice(0, length));
    }, LENGTH);
  });
});
