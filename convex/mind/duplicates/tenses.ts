/** Whether a thing that is so in one text was so in the other: "owns", "owned"; "is", "was". */
import { replacementsOf } from "../language/alignment";
import { irregularBase } from "../language/irregularForms";
import { pastFormsIn } from "../language/milestones";
import { isRegularPast } from "../language/regularPast";
import { reportsSpeech } from "../language/reporting";
import { senseOf } from "../language/senses";
import { stemOf } from "../../../mind/text/stem";

const PRESENT = new Map([
  ["is", "be"],
  ["are", "be"],
  ["am", "be"],
  ["has", "have"],
  ["have", "have"],
  ["does", "do"],
  ["do", "do"],
]);
const PAST = new Map([
  ["was", "be"],
  ["were", "be"],
  ["had", "have"],
  ["did", "do"],
]);

/** Whether a verb stands in the present where it stands in the past in the other text. What somebody reports may stay as it is. Symmetric. */
export function tensesDiffer(a: readonly string[], b: readonly string[]): boolean {
  if (reportsSpeech(a) || reportsSpeech(b)) return false;
  // Beside another auxiliary a verb's form tells nothing: "did not move", "was moved".
  const bare = auxiliariesIn(a) === auxiliariesIn(b);
  // "A man is playing" describes a scene, whenever that is told.
  const isScene = SCENE.test(a[0] ?? "") || SCENE.test(b[0] ?? "");
  return replacementsOf(a, b).some(
    ([p, q]) => turns(p, q, bare) || turns(q, p, bare) || (!isScene && (goesOn(p, q) || goesOn(q, p))),
  );
}

const SCENE = /^(?:an?|some|two|three|several|people|men|women|children|someone|somebody|there)$/;

const AUXILIARIES = new Set(
  "am is are was were be been being has have had having do does did will would shall can could may might must to not".split(
    " ",
  ),
);

function auxiliariesIn(tokens: readonly string[]): string {
  return tokens
    .filter((token) => AUXILIARIES.has(token))
    .sort()
    .join(" ");
}

/** Whether `now` says that somebody is doing what in `then` they did, or have done: "is moving", "moved", "has moved". */
function goesOn(now: readonly string[], then: readonly string[]): boolean {
  if (
    !now.some((word) => /^(?:is|are|am|i'm|.+'(?:re|s))$/.test(word)) ||
    then.some((word) => AUXILIARIES.has(word) && !/^ha(?:s|ve)$/.test(word))
  )
    return false;
  return now.some(
    (doing) => doing.endsWith("ing") && then.some((did) => isPast(did) && senseOf(did) === stemOf(doing)),
  );
}

/** Whether a verb of `now` is in the present, and `then` has its past; of verbs other than auxiliaries only if they stand `bare`. */
function turns(now: readonly string[], then: readonly string[], bare: boolean): boolean {
  return now.some((x) => {
    const auxiliary = PRESENT.get(x);
    // "Did have" is as past as "had".
    if (auxiliary === "have" && now.includes("did")) return false;
    if (auxiliary !== undefined)
      return then.some((y) => PAST.get(y) === auxiliary) && !then.some((y) => PRESENT.has(y));
    return bare && isPresent(x) && then.some((y) => isPast(y) && senseOf(y) === stemOf(x));
  });
}

function isPresent(word: string): boolean {
  return !word.endsWith("ing") && !isPast(word);
}

function isPast(word: string): boolean {
  return isRegularPast(word) || (irregularBase(word) !== null && pastFormsIn([word]) > 0);
}
