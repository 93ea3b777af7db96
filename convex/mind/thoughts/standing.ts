/** What holds for good and is no matter of waiting: code, rules, and instructions, whatever "if", "may" and "will" stand in them. */
import { isStopWord } from "../../../mind/text/stopWords";
import { isVerbForm } from "../language/verbs";

/** Names as programs have them, calls, options, and what is said of programs alone. */
const CODE =
  /`|\b\p{L}[\p{L}\p{N}_.]*\(|\b\p{Ll}{2,}\p{Lu}\p{L}*\b|\b\p{L}+_\p{L}+\b|(?<!\p{L})--\p{Ll}{2}|\b(?:null|NaN|stdin|stdout|stderr|regex|boolean)\b|\breturns? (?:true|false|an? error|an? exception)\b|\b(?:throws? an?|raises? an) (?:error|exception)\b/u;
/** What programs make and end many times a second. */
const PROCESSES =
  /\b(?:garbage collector|scheduler|session objects?|objects?|threads?|tokens?|caches?|containers?|pods?|buffers?|pointers?|cookies?|processes|process|queries|query)\b/iu;
const RULE =
  /\b(?:must|shall|(?:is|are) (?:required|obliged|(?:not )?allowed|(?:not )?permitted|forbidden|prohibited|banned|entitled))\b/u;
/** Who is told what is allowed. */
const PERMITTED =
  /\b(?:you|anyone|anybody|everyone|everybody|visitors|guests|employees|members|residents|students|pupils|children|customers|users|tenants|players|staff|patients|readers|passengers|drivers|parents|teachers|workers|adults|owners)(?: \p{L}+){0,3}? may\b/iu;

/** Whether `text` tells of code. */
export function isOfCode(text: string): boolean {
  return CODE.test(text);
}

/** Whether `text` tells of something that programs end as a matter of course. */
export function isOfProcesses(text: string): boolean {
  return isOfCode(text) || PROCESSES.test(text);
}

/** Whether `text` lays down what is to be done, or what is allowed. */
export function isRule(text: string): boolean {
  return RULE.test(text) || PERMITTED.test(text);
}

/** Whether `text` tells somebody how to do a thing: "press reset", "to restart it, press reset", "if it is red, press reset". */
export function isInstruction(text: string): boolean {
  const [first = "", ...clauses] = text.trim().split(/[,;]\s+/u);
  if (isBidding(first)) return true;
  return /^(?:to|if|when|once|before|after)\s/iu.test(first) && clauses.some(isBidding);
}

const BIDDING = /^(?:please|do not|don't|never|always|make sure|be sure)\b/iu;
/** Verbs of instructions, some of which are mostly nouns elsewhere. */
const COMMANDS = /^(?:press|turn|click|insert|rotate|unplug|plug|boil|stir|run|stop|set|switch|call|check)$/u;
/** "Work stops", "plans changed": a noun, with its verb behind it. */
const OBJECT = /^(?:the|a|an|your|all|both|each|it|them|this|these|until|for|on|off|in|to|with)$/u;

function isBidding(clause: string): boolean {
  if (BIDDING.test(clause)) return true;
  const [first = "", next = ""] = clause.match(/[\p{L}']+/gu) ?? [];
  const verb = first.toLowerCase();
  const isVerb = COMMANDS.test(verb) || (!isStopWord(verb) && isVerbForm(verb));
  return isVerb && !/(?:[^s]s|ing)$/u.test(verb) && (OBJECT.test(next) || /^\p{Lu}/u.test(next));
}
