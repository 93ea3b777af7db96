/** What a document says, sentence by sentence: titles, labels and the header rows of tables say what the rest is about, and nothing themselves. */
import { isFiniteVerb, isPronoun, phraseWordsOf } from "../language/phraseWords";
import { SENTENCE_BREAK } from "../../../mind/text/sentences";
import { namedLinesOf } from "../language/tableRows";
import { isVerbForm } from "../language/verbs";

/** A sentence, an item or a row, with the headings it stands under. */
export interface DocumentSentence {
  readonly text: string;
  readonly heading: string;
  /** Of a row of a table. */
  readonly row?: Row;
}

/** The values of a row, told apart, and what names them, which every row shares. */
export interface Row {
  readonly columns: string;
  readonly values: string;
}

const HEADING = /^ {0,3}#{1,6}\s+(.+?)(?:\s+#+)?\s*$/u;
const ITEM = /^\s*[-*+•‣–]\s/u;
/** The number of a section: "2.", "§ 4", "3.1", "b)". */
const NUMBERING = /^\s*(?:§+\s*)?(?:\d{1,3}(?:\.\d{1,3})*|[a-z](?=\)))?[.):]?(?=\s|$)\s*/u;
const ENDED = /[.!?…。！？؟।۔]["”’)]*\s*$/u;
/** Words of a title that stands on a line of its own, and of a label that is written as a sentence. */
const TITLE_WORDS = 8;
const LABEL_WORDS = 4;

/** The sentences of `text`, in order. Where it has nothing but titles, these. `columns`: what names the values of the rows that it begins with, "" where it begins with none. */
export function sentencesOf(text: string, columns = ""): DocumentSentence[] {
  const said: DocumentSentence[] = [];
  const titles: DocumentSentence[] = [];
  const lines = namedLinesOf(text, columns);
  let heading = "";
  for (const { text: line, columns: names, row } of lines) {
    if (row !== null) {
      said.push({
        text: names === "" ? line : `${names}\n${line}`,
        heading,
        row: { columns: names, values: row },
      });
      continue;
    }
    const title = HEADING.exec(line)?.[1] ?? (isTitleLine(line) ? line.trim() : null);
    if (title === null) said.push(...sentencesIn(line, heading));
    else {
      heading = title;
      titles.push({ text: title, heading: "" });
    }
  }
  // A last line has nothing under it, so it is what is said.
  const last = titles.at(-1);
  const endsSo = last !== undefined && lines.at(-1)?.text.trim() === last.text;
  return said.length > 0 ? [...said, ...(endsSo ? [last] : [])] : titles;
}

/** The titles and headings of a text. */
export function headingsIn(text: string): string[] {
  return text.split(/\n+/u).flatMap((line) => HEADING.exec(line)?.[1] ?? []);
}

/** The sentences of a line; a label is a part of the sentence after it, and a heading for those that follow. */
function sentencesIn(line: string, heading: string): DocumentSentence[] {
  const found: DocumentSentence[] = [];
  let label = "";
  let over = heading;
  for (const part of line.split(SENTENCE_BREAK).filter((one) => one.trim() !== "")) {
    const whole = label === "" ? part : `${label} ${part}`;
    if (isLabelled(whole)) {
      label = whole;
      over = whole;
      continue;
    }
    found.push({ text: whole, heading: over });
    label = "";
  }
  // A label at the end of a line has nothing after it, so it is what is said: "Dogs: outside."
  return label === "" ? found : [...found, { text: label, heading }];
}

/** "Plum cake", "Minutes of the meeting, 12 May", "2. Roof": on a line of its own. */
function isTitleLine(line: string): boolean {
  if (ITEM.test(line)) return false;
  const named = line.replace(NUMBERING, "");
  if (ENDED.test(named)) return named !== line && isLabelled(line);
  return isNameOnly(named.replace(/:\s*$/u, ""), TITLE_WORDS) && (/^\P{Ll}/u.test(named) || named === "");
}

/** "2.", "§ 4 Deposit.", "Deposit.": written as a sentence. */
function isLabelled(sentence: string): boolean {
  const named = sentence.replace(NUMBERING, "");
  return named === "" || (!/\p{N}/u.test(named) && isNameOnly(named, LABEL_WORDS));
}

/** Whether a few words name a thing and say nothing of it: no verb, no request, nothing after a colon. */
function isNameOnly(text: string, most: number): boolean {
  if (/[:|=]|[!?]\s*$|^\p{N}/u.test(text)) return false;
  const words = phraseWordsOf(text);
  const [first, second] = words;
  if (words.length === 0 || words.length > most) return false;
  const asksFor = first !== undefined && second !== undefined && isVerbForm(first.plain);
  return !asksFor && !words.some((word, i) => isPronoun(word) || isFiniteVerb(words, i));
}
