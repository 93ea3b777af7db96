/** Where a word begins and ends, with the signs and units that belong to it, and what parts it from the next. */
import { endsAbbreviated } from "./senseBoundaries";
import { isStopWord } from "../../../mind/text/stopWords";

/** An address, up to the marks of the sentence that it stands in: one word, whatever marks it holds. */
const ADDRESS = /(?<![\p{L}\p{N}])(?:(?:https?|ftp):\/(?=\/)|www(?=\.\p{L}))\S*[\p{L}\p{N}/]/u;
/** What stands before a number or a word as a part of it: "$40", "US$40", "€ 40", "−5", "#42". */
const SIGN =
  /(?<![\p{L}\p{N}])(?:(?:\p{Lu}{1,3})?\p{Sc} ?(?=\p{N})|[-−+±≈~<>≤≥§№](?=\p{N})|[#@](?=[\p{L}\p{N}]))/u;
/** "80 km/h", "tea/coffee", "R&D" are one thing each, and so is who has a mailbox. Digits behind an underscore are a part of a name: without it they would be a number that nobody told. */
const WORD = /(?:(?<!\p{Pc})\p{Pc}+(?=\p{N}))?[\p{L}\p{M}\p{N}]+(?:[-'’.,:/&@=+][\p{L}\p{M}\p{N}]+)*/u;
/** What stands after one: "180 °C", "12%", "40 €", "C++". */
const UNIT =
  /(?:(?<=\p{N}) ?(?:[%‰]|°(?: ?[CFK](?![\p{L}\p{N}]))?|\p{Sc}(?!\p{N}))|(?<=\p{L})(?:\+\+|#)(?![\p{L}\p{N}]))/u;
/** The words of a line, each with the signs and units that belong to it. */
export const WORDS = new RegExp(
  `${ADDRESS.source}|(?:${SIGN.source})?${WORD.source}(?:${UNIT.source})?`,
  "gu",
);

/** A number alone, or with a sign that makes no measure of it. */
export const NUMBER = /^[-−+±≈~<>≤≥#№§]?[\p{N}.,:]+$/u;
/** A number with its unit says what it counts, as a noun does. */
export const MEASURED = /[\p{Sc}%‰°]/u;
/** Between two words of one clause stand white space and signs that join; any other mark parts them. */
export const JOINS = /^\s[\s&+=×÷±≈<>≤≥~%‰°#§@/\p{Sc}]*$/u;
/** "U.S", "e.g": the full stop that follows is theirs, even where a sentence ends with it. */
export const DOTTED = /^(?:\p{L}\.)+\p{L}$/u;

/** After these, with a capital behind them, another sentence begins: "by Acme Inc. Lena", "at 3 p.m. Ada". */
const MAY_END = /^(?:no|nr|fig|vol|pp?|al|etc|inc|ltd|co|corp|[ap]\.m)$/iu;

/** Whether a sentence goes on after the full stop at `stop`, since it is that of the abbreviation at `at`, before `following`. */
export function goesOn(line: string, at: number, stop: number, following: string): boolean {
  const written = line.slice(at, stop);
  if (line[stop] !== "." || following === "" || /\p{N}$/u.test(written)) return false;
  if (!endsAbbreviated(line.slice(Math.max(0, stop - 12), stop + 1))) return false;
  // "U.S. Senate" and "J. Smith", but "plan B. The council".
  return !/^\p{Lu}/u.test(following) || !(isStopWord(following.toLowerCase()) || MAY_END.test(written));
}

/** Whether a sentence ends in what stands between two words. A mark that no white space follows stands in a name. */
export function endsIn(between: string): boolean {
  const mark = between.search(/[.!?…]/u);
  return mark >= 0 && /\s/u.test(between.slice(mark));
}
