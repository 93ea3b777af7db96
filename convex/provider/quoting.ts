/** What of a provider's message may stand in the log: why it refused, without the key and without what persons wrote. */
import { beginningOf } from "../../mind/text/truncate";
import { MOST_READ } from "./said";

export interface Hidden {
  readonly key: string;
  /** What was sent: prompts or texts. */
  readonly texts: readonly string[];
}

const MOST_QUOTED = 300;

// The key itself apart, what looks like one: by what the makers of keys begin them with, and masked by who quotes them. Each
// begins where a word does, so that no word is gone through once for each of its letters.
const KEYS = [
  /\bBearer\s+\S+/gi,
  /\b(?:sk|pk|gsk|xai|hf|nvapi|AIza)[-_]?[\w.…*-]{8,}/g,
  /(?<![\w-])[\w-]*(?:\*{3,}[\w-]*)+/g,
];

// A local server takes any text for a key: a word so short is no secret, and stands in messages by chance.
const LEAST_SECRET = 8;

// Letters and figures in a row that are no chance, in plain script and in others, which say more with each.
const LEAST_RUN = 12;
const LEAST_DENSE_RUN = 5;
/** Of a text shorter than a run, all. */
const LEAST_WHOLE = 3;

/** The message on one line, at most 300 characters of it: keys blanked, and what also stands in what was sent cut out. */
export function quotable(message: string, { key, texts }: Hidden): string {
  let line = withoutKeyCut(beginningOf(message, MOST_READ), key).replace(/<[^<>]*>/g, " ");
  if (key.length >= LEAST_SECRET) line = line.replaceAll(key, "[key]");
  for (const pattern of KEYS) line = line.replace(pattern, "[key]");
  const cut = withoutRuns(line.replace(/[\p{C}\s]+/gu, " ").trim(), texts);
  return cut.length <= MOST_QUOTED ? cut : `${beginningOf(cut, MOST_QUOTED)}…`;
}

/** Without the beginning of the key that stands at the end, where a message was cut within it. */
function withoutKeyCut(message: string, key: string): string {
  for (let length = key.length - 1; length >= LEAST_SECRET; length -= 1)
    if (message.endsWith(key.slice(0, length))) return message.slice(0, -length);
  return message;
}

/** Letters and figures alone are compared: a message may quote with other blanks, marks and escapes than were sent. */
function withoutRuns(line: string, texts: readonly string[]): string {
  const letters = [...line.matchAll(/[\p{L}\p{N}]/gu)];
  const stream = letters.map(([letter]) => letter.toLowerCase());
  const sent = texts.map((text) =>
    [...text.toLowerCase().matchAll(/[\p{L}\p{N}]/gu)].map(([letter]) => letter),
  );
  const runs = new Set(
    sent.flatMap((text) => [...runsOf(text, LEAST_RUN), ...runsOf(text, LEAST_DENSE_RUN)]),
  );
  const short = sent.filter(({ length }) => length >= LEAST_WHOLE && length < LEAST_RUN);
  const hidden = new Set<number>();
  const hide = (from: number, length: number): void => {
    for (let at = from; at < from + length; at += 1) hidden.add(at);
  };
  for (let at = 0; at < stream.length; at += 1) {
    for (const length of [LEAST_RUN, LEAST_DENSE_RUN])
      if (runs.has(stream.slice(at, at + length).join(""))) hide(at, length);
    for (const text of short) if (text.every((letter, i) => stream[at + i] === letter)) hide(at, text.length);
  }
  let out = "";
  let end = 0;
  for (const [at, { index, 0: letter }] of letters.entries()) {
    if (!hidden.has(at)) {
      out += line.slice(end, index + letter.length);
    } else if (!hidden.has(at - 1)) {
      out += `${line.slice(end, index)}…`;
    }
    end = index + letter.length;
  }
  return out + line.slice(end);
}

/** The runs of a length; short ones only where all of a run is in a dense script. */
function runsOf(letters: readonly string[], length: number): string[] {
  return letters.flatMap((_, at) => {
    const run = letters.slice(at, at + length);
    if (run.length < length) return [];
    if (length < LEAST_RUN && run.some((letter) => letter <= "\u024f")) return [];
    return [run.join("")];
  });
}
