/** What of a provider's message may stand in the log: why it refused, without the key and without what persons wrote. */
import { beginningOf } from "../../mind/text/truncate";
import { MOST_READ } from "./said";

export interface Hidden {
  readonly key: string;
  /** What was sent: prompts or texts. */
  readonly texts: readonly string[];
}

const MOST_QUOTED = 300;

// The key itself apart, what looks like one: by how the makers of keys begin them, or masked by whoever quotes them. Each begins
// where a word does, so that no word is gone through once for each of its letters.
const KEYS = [
  /\bBearer\s+\S+/gi,
  /\b(?:sk|pk|gsk|xai|hf|nvapi|AIza)[-_]?[\w.…*-]{8,}/g,
  /(?<![\w-])[\w-]*(?:\*{3,}[\w-]*)+/g,
];

// A local server takes any text for a key: a word so short is no secret, and stands in messages by chance.
const LEAST_SECRET = 8;

// Letters and digits in a row that are no chance; beyond Latin letters each says more.
const LEAST_RUN = 12;
const LEAST_DENSE_RUN = 5;
const LEAST_WHOLE = 3;

/** The message on one line, at most 300 characters, keys blanked; empty where it repeats anything of what was sent. */
export function quotable(message: string, { key, texts }: Hidden): string {
  let line = beginningOf(message, MOST_READ).replace(/<[^<>]*>/g, " ");
  if (key.length >= LEAST_SECRET) line = withoutKeyCut(line.replaceAll(key, "[key]"), key);
  for (const pattern of KEYS) line = line.replace(pattern, "[key]");
  line = line.replace(/[\p{C}\s]+/gu, " ").trim();
  const shown = beginningOf(line, MOST_QUOTED);
  if (texts.some((text) => repeats(shown, text))) return "";
  return shown === line ? line : `${shown}…`;
}

/** Without the beginning of the key at the end, where a message was cut within it. */
function withoutKeyCut(line: string, key: string): string {
  const cut = Array.from({ length: key.length }, (_, i) => key.slice(0, key.length - i));
  const end = cut.find((start) => start.length >= LEAST_SECRET && line.endsWith(start));
  return end === undefined ? line : line.slice(0, -end.length);
}

/** Whether the line holds a run of the text's letters and digits: it may quote with other blanks, marks and escapes. */
function repeats(line: string, text: string): boolean {
  const [said, sent] = [lettersOf(line), lettersOf(text)];
  if (sent.length < LEAST_RUN && sent.length >= LEAST_WHOLE && said.includes(sent)) return true;
  for (let at = 0; at < said.length; at += 1) {
    const run = said.slice(at, at + LEAST_RUN);
    const dense = said.slice(at, at + LEAST_DENSE_RUN);
    if (run.length === LEAST_RUN && sent.includes(run)) return true;
    if (/^[^\0-\u024f]{5}$/.test(dense) && sent.includes(dense)) return true;
  }
  return false;
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
}
