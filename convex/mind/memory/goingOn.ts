/** Texts that go on from what was told just before them, as what came of it: "Because of that, the launch was delayed." */
import { withPlainApostrophes } from "../language/apostrophes";
import { beginningOf } from "../../../mind/text/truncate";
import { withoutFrame } from "../language/frames";
import { isQuestion } from "../language/questions";
import { sentencesIn } from "../../../mind/text/sentences";
import { withoutSpeaker } from "../language/speaker";

/** After "that": what it goes on with where it means what was told. "Because of that storm" names its cause. */
const NO_NOUN =
  "(?=,| (?:i|we|he|she|they|it|you|the|an?|my|our|your|his|her|their|its|there|this|all|both|no|nobody|none|some|many|each|every)\\b)";
/** What a text begins with whose cause stands in no word of it. "So" begins too much else: "So far so good". */
const WHAT_CAME_OF_IT = new RegExp(
  "^(?:(?:and|but|well|oh)\\b,? )?(?:" +
    `(?:because of|due to|owing to|thanks to|on account of|as a (?:result|consequence) of) (?:all )?(?:this|that|it)${NO_NOUN}|` +
    "for (?:this|that)(?: very)? reason\\b|as a (?:result|consequence)\\b(?! of\\b)|" +
    "(?:consequently|therefore|hence|thus|accordingly)\\b(?! (?:far|the name)\\b)|" +
    "(?:this|that)(?:'s| is| was) (?:(?:also|exactly|precisely) )?why\\b|" +
    "(?:this|that) (?:led to|resulted in|caused|triggered|meant)\\b)",
  "iu",
);
/** A text is read this far. */
const READ_LENGTH = 400;
/** What was told longer before is not what "that" means: it may have been told elsewhere. In milliseconds. */
const LONGEST_MS = 60 * 60_000;

/** Whether `text` tells what came of something that it leaves to what was told before it. */
export function tellsWhatCameOfIt(text: string): boolean {
  const [first = ""] = sentencesIn(withoutSpeaker(withoutFrame(beginningOf(text, READ_LENGTH))));
  return WHAT_CAME_OF_IT.test(withPlainApostrophes(first.trimStart())) && !isQuestion(first);
}

/** Whether what was told at `before` is near enough in time for `text`, told at `at`, to go on from; both in ms since the epoch. */
export function isJustBefore(before: number, at: number): boolean {
  return before < at && at - before <= LONGEST_MS;
}
