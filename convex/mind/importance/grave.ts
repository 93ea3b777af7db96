/** What no joke is made of, and what nobody should have to find in the log: life and death, health, harm, loss, money trouble. */
import { isOfPerson } from "../language/doers";
import { entitiesOf } from "../language/entities";
import { isInOtherLanguage } from "../language/otherLanguages";
import { senseOf } from "../language/senses";
import { tableStems } from "../language/tableWords";
import { tokensOf } from "../language/tokens";
import { withoutPlainSayings } from "../sentiment/plainlyMeant";
import { isOfAThing, weightOf } from "./weight";

/** A text is read this far. */
const READ_LENGTH = 1000;
/** The weight of a grave matter in the table of weighty ones. */
const GRAVE_WEIGHT = 0.15;

/** What harms whom it befalls; a phone may die, too, and a process be killed. Common knowledge of English, chosen by hand. */
const HARM_TO_LIFE = tableStems(
  "die death dead deceased fatal kill murder suicide funeral drown victim casualty cancer tumour tumor stroke seizure coma sepsis pneumonia " +
    "infection overdose injure injury wound bleed rape stab shoot kidnap hostage war massacre famine miscarriage abuse poison",
);
/** What harms, whatever it befalls. */
const HARM_TO_ALL = tableStems(
  "collapse accident crash fire blaze burn arson flood earthquake hurricane tornado avalanche " +
    "landslide explosion explode bomb attack assault rob robbery burglary steal theft " +
    "evacuate emergency disaster catastrophe bankrupt bankruptcy insolvent insolvency evict eviction homeless ransomware breach hack outage leak fraud " +
    "arrest prison toxic",
);
/** What is about health, livelihood or loss, for better or worse. */
const TENDER = tableStems(
  "operation surgery hospital clinic ward ambulance doctor nurse patient diagnosis diagnose symptom fever ill illness sick disease pain hurt " +
    "dementia chemo therapy biopsy heart blood medicine medication hospice grave bury coffin obituary grief mourn widow orphan cemetery " +
    "debt loan mortgage rent unpaid overdue bailiff layoff redundant redundancy resign lawsuit sue court custody divorce lose loss " +
    "cancel terminate contract depression anxiety refugee asylum pregnant birth",
);
const DENIED = new Set("no not never nobody none nothing without cannot".split(" "));

/** Whether `text` tells of what is no matter for jokes. */
export function isGrave(text: string): boolean {
  const tokens = readTokens(text);
  return (
    tokens.some((token, at) => isHarm(tokens, at) || TENDER.has(inStem(token))) ||
    weightOf(tokens, entitiesOf(text.slice(0, READ_LENGTH))) >= GRAVE_WEIGHT
  );
}

/** Whether `text` tells of harm, and denies none. */
export function tellsOfHarm(text: string): boolean {
  const tokens = readTokens(text);
  return (
    tokens.some((_, at) => isHarm(tokens, at)) &&
    !tokens.some((token) => DENIED.has(token) || token.endsWith("n't"))
  );
}

function isHarm(tokens: readonly string[], at: number): boolean {
  const token = tokens[at] ?? "";
  if (token === "missing") return isOfPerson(tokens, at);
  const stem = inStem(token);
  return HARM_TO_ALL.has(stem) || (HARM_TO_LIFE.has(stem) && !isOfAThing(tokens, at));
}

/**
 * The words of `text`, but for set phrases in which they mean nothing of the kind ("fire drill") and names ("Rob"); none where it
 * is in another language: German "die" is no death, French "pain" no pain.
 */
function readTokens(text: string): string[] {
  const read = text.slice(0, READ_LENGTH);
  return isInOtherLanguage(read) ? [] : tokensOf(withoutPlainSayings(read));
}

function inStem(token: string): string {
  return senseOf(token.replace(/'s$/u, ""));
}
