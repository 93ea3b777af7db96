/** A text with its derived features, each computed once and on demand. */
import { isNegation } from "./negation";
import { namesIn } from "./names";
import { sentencesIn, asks } from "./sentences";
import { countsOf, numberIn, termsOfTokens, tokensOf } from "./tokens";

const REQUEST = /^\W*(?:please|pls|bitte|(?:can|could|will|would) you|(?:kannst|könntest|würdest) du)\b/iu;

function endsAsking(sentence: string): boolean {
  // A quotation mark or bracket may follow the question mark.
  return asks(sentence.trimEnd().slice(-3));
}

export class ParsedText {
  readonly text: string;
  #tokens?: readonly string[];
  #terms?: readonly string[];
  #counts?: ReadonlyMap<string, number>;
  #sentences?: readonly string[];
  #numbers?: readonly string[];
  #names?: readonly string[];
  #negations?: readonly string[];

  constructor(text: string) {
    this.text = text;
  }

  /** Words and numbers in order, lower case, function words included. */
  get tokens(): readonly string[] {
    return (this.#tokens ??= tokensOf(this.text));
  }

  /** Search terms in order, with repetitions (`termsOf`). */
  get terms(): readonly string[] {
    return (this.#terms ??= termsOfTokens(this.tokens));
  }

  /** How often each term occurs. */
  get counts(): ReadonlyMap<string, number> {
    return (this.#counts ??= countsOf(this.terms));
  }

  /** Sentences and lines that contain a letter or a digit. */
  get sentences(): readonly string[] {
    return (this.#sentences ??= sentencesIn(this.text));
  }

  /** Numbers, dates and times in order, each in one spelling (`numberIn`). */
  get numbers(): readonly string[] {
    return (this.#numbers ??= this.tokens.flatMap((token) => numberIn(token) ?? []));
  }

  /** Names as written (`namesIn`), at most 16. */
  get names(): readonly string[] {
    return (this.#names ??= namesIn(this.text));
  }

  /** Negations, in order. */
  get negations(): readonly string[] {
    return (this.#negations ??= this.tokens.filter(isNegation));
  }

  /** Whether the last sentence ends in a question mark. */
  get isQuestion(): boolean {
    return endsAsking(this.sentences.at(-1) ?? "");
  }

  /** Sentences that end in a question mark, trimmed. */
  get questions(): readonly string[] {
    return this.sentences.filter(endsAsking).map((sentence) => sentence.trim());
  }

  /** Whether every sentence ends in a question mark or begins as a polite request ("please", "could you"). */
  get onlyAsks(): boolean {
    return (
      this.sentences.length > 0 &&
      this.sentences.every((sentence) => endsAsking(sentence) || REQUEST.test(sentence))
    );
  }
}

export function parsedText(text: string): ParsedText {
  return new ParsedText(text);
}
