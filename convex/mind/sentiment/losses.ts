/** Work and places that people lose or get back, and slang whose words say the contrary of what they mean. */
import { coreAt, inClause, isBe, isDeterminer, isNumber, type ClauseWord } from "../language/clauseWords";
import type { Reading } from "./absences";

const PLACE =
  /^(?:factor(?:y|ies)|plants?|mills?|mines?|hospitals?|clinics?|schools?|universit(?:y|ies)|librar(?:y|ies)|bridges?|roads?|motorways?|highways?|stations?|tunnels?|airports?|ports?|stores?|shops?|branch(?:es)?|pubs?|cinemas?|theatres?|museums?|newspapers?|banks?|compan(?:y|ies)|firms?|start-?ups?|business(?:es)?|charit(?:y|ies)|restaurants?|cafes?|bakery|bakeries|farms?|refiner(?:y|ies)|smelters?|shipyards?|depots?|service|line|lines|railways?|border|nurser(?:y|ies)|wards?)$/;
/** They don't close in the evening. */
const WORKS =
  /^(?:factor(?:y|ies)|plants?|mills?|mines?|refiner(?:y|ies)|smelters?|shipyards?|bridges?|tunnels?)$/;
const CLOSES = /^(?:clos(?:e|es|ed|ing)|shut|shuts|shutting|shuttered|shutters)$/;
/** A closure for a cause or for good; shops close in the evening, and museums on Mondays. */
const FOR_GOOD =
  /^(?:after|because|due|down|permanently|indefinitely|amid|forever|doors?|following|its|their)$/;
const REOPENS = /^re-?open(?:s|ed|ing)?$/;

/** What stands for a thing of quality in advertisements and reviews. */
const PRAISED =
  /^(?:deals?|discounts?|offers?|bargains?|savings|prices?|view|views|beats?|track|tracks|tune|tunes|song|songs|album|solo|riff|guitar|app|feature|features|design|workout|outfit|dress|look|recipe|performance|skills?|dance|moves?|tricks?|goal|burger|pizza|combo|graphics|soundtrack|bass|drums|party|gig)$/;
const SLANG = /^(?:killer|insane|sick|wicked|crazy|mad|unreal|dope|badass|ridiculous|nuts|savage)$/;
const INTENSIFIES =
  /^(?:insanely|crazy|wicked|stupidly|ridiculously|sickeningly|insane|disgustingly|mad|deadly|killer)$/;

/** What losses and slang make of a text's words, by place. `feels` tells the feeling of a word alone. */
export function lossesOf(words: readonly ClauseWord[], feels: (at: number) => number): Map<number, Reading> {
  const readings = new Map<number, Reading>();
  for (let i = 0; i < words.length; i++) {
    layOff(words, i, readings);
    closure(words, i, readings);
    slang(words, i, feels, readings);
  }
  return readings;
}

/** "Laid off", "laying off 200", "made redundant". */
function layOff(words: readonly ClauseWord[], i: number, readings: Map<number, Reading>): void {
  if (words[i]?.ends !== false) return;
  const phrase = `${coreAt(words, i)} ${coreAt(words, i + 1)}`;
  const people = (at: number) =>
    isNumber(coreAt(words, at)) ||
    /^(?:workers|staff|employees|people|hundreds|thousands|more|another)$/.test(coreAt(words, at));
  const is =
    /^(?:laid off|lays off|made redundant|goes bust|went bust|gone bust|goes bankrupt)$/.test(phrase) ||
    (/^(?:lay|laying) off$/.test(phrase) && people(i + 2)) ||
    (/^(?:laid|lays|laying|lay)$/.test(coreAt(words, i)) &&
      people(i + 1) &&
      [i + 2, i + 3].some((at) => coreAt(words, at) === "off"));
  if (is) readings.set(i, "bad");
}

/** "The factory shuts down", "the bridge was closed after"; "the school reopens". */
function closure(words: readonly ClauseWord[], i: number, readings: Map<number, Reading>): void {
  const core = coreAt(words, i);
  const closes = CLOSES.test(core);
  if (!closes && !REOPENS.test(core)) return;
  const next = inClause(words, i) ? coreAt(words, i + 1) : "";
  let place = "";
  for (let at = i - 1; i - at <= 5 && inClause(words, at) && place === ""; at--)
    if (PLACE.test(coreAt(words, at))) place = coreAt(words, at);
  // "The company closes its plant", "closes three schools".
  let closed = "";
  for (let at = i + 1; at - i <= 4 && inClause(words, at - 1) && closed === ""; at++) {
    if (PLACE.test(coreAt(words, at))) closed = coreAt(words, at);
    else if (!isDeterminer(coreAt(words, at)) && !isNumber(coreAt(words, at)) && at - i > 2) break;
  }
  if (!closes) {
    if (place !== "" || closed !== "") readings.set(i, "good");
    return;
  }
  if (/^(?:at|on|for|in|early|late|to)$/.test(next) && !(WORKS.test(place) && /^(?:in|for|to)$/.test(next)))
    return;
  const forGood = FOR_GOOD.test(next) || (next === "for" && coreAt(words, i + 2) === "good");
  const ended = next === "" && WORKS.test(place);
  if ((place !== "" && (forGood || ended || WORKS.test(place))) || WORKS.test(closed)) readings.set(i, "bad");
}

/** "Killer deal", "crazy good", "to die for", "can't wait". */
function slang(
  words: readonly ClauseWord[],
  i: number,
  feels: (at: number) => number,
  readings: Map<number, Reading>,
): void {
  const core = coreAt(words, i);
  const next = inClause(words, i) ? coreAt(words, i + 1) : "";
  const phrase =
    `${core} ${next} ${next !== "" && inClause(words, i + 1) ? coreAt(words, i + 2) : ""}`.trimEnd();
  if (SLANG.test(core) && (PRAISED.test(next) || (feels(i + 1) > 0 && PRAISED.test(coreAt(words, i + 2)))))
    readings.set(i, "good");
  else if (/^(?:sick|insane|unreal|dope|wicked)$/.test(core) && isPraised(words, i)) readings.set(i, "good");
  else if (INTENSIFIES.test(core) && feels(i + 1) > 0) readings.set(i, "plain");
  else if (phrase.startsWith("to die for") && isPraiseBefore(words, i)) readings.set(i + 1, "good");
  else if (/^can't wait$|^can't wait to\b/.test(phrase)) readings.set(i, "plain").set(i + 1, "good");
  else if (/^(?:killing|crushing) it$/.test(phrase) && words[i + 1]?.ends === true) readings.set(i, "good");
}

/** "The cake is to die for", not "he went to die for his country". */
function isPraiseBefore(words: readonly ClauseWord[], i: number): boolean {
  return words[i + 2]?.ends === true && (isBe(coreAt(words, i - 1)) || PRAISED.test(coreAt(words, i - 1)));
}

/** "That solo was sick", not "the price is insane". */
function isPraised(words: readonly ClauseWord[], i: number): boolean {
  const verb = /^(?:so|just|absolutely|totally|really)$/.test(coreAt(words, i - 1)) ? i - 2 : i - 1;
  const thing = coreAt(words, verb - 1);
  return (
    words[i]?.ends === true && isBe(coreAt(words, verb)) && PRAISED.test(thing) && !/^prices?$/.test(thing)
  );
}
