/** What no joke is made of, and what nobody should have to find in the log: life and death, health, harm, loss, money trouble. */
import { entitiesOf } from "./entities";
import { regularForm } from "./irregularForms";
import { isInOtherLanguage } from "./otherLanguages";
import { stemOf } from "./stem";
import { tableStems } from "./tableWords";
import { tokensOf } from "./tokens";
import { weightOf } from "./weight";

/** A text is read this far. */
const READ_LENGTH = 1000;
/** The weight of a grave matter in the table of weighty ones. */
const GRAVE_WEIGHT = 0.15;

/** What harms, whatever else is said of it. Common knowledge of English, chosen by hand. */
const HARM = tableStems(
  "die death dead deceased fatal kill murder suicide funeral drown victim casualty cancer tumour tumor stroke seizure coma sepsis pneumonia " +
    "infection overdose injure injury wound bleed collapse accident crash fire blaze burn arson flood earthquake hurricane tornado avalanche " +
    "landslide explosion explode bomb attack assault rape stab shoot rob robbery burglary steal theft kidnap hostage war massacre famine " +
    "evacuate emergency disaster catastrophe bankrupt bankruptcy insolvent insolvency evict eviction homeless ransomware breach hack outage leak fraud " +
    "arrest prison miscarriage abuse poison toxic missing",
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
    tokens.some((token) => HARM.has(inStem(token)) || TENDER.has(inStem(token))) ||
    weightOf(tokens, entitiesOf(text.slice(0, READ_LENGTH))) >= GRAVE_WEIGHT
  );
}

/** Whether `text` tells of harm, and denies none. */
export function tellsOfHarm(text: string): boolean {
  const tokens = readTokens(text);
  return (
    tokens.some((token) => HARM.has(inStem(token))) &&
    !tokens.some((token) => DENIED.has(token) || token.endsWith("n't"))
  );
}

/** The words of `text`; none where it is in another language: German "die" is no death, French "pain" no pain. */
function readTokens(text: string): string[] {
  const read = text.slice(0, READ_LENGTH);
  return isInOtherLanguage(read) ? [] : tokensOf(read);
}

function inStem(token: string): string {
  return stemOf(regularForm(token.replace(/'s$/u, "")));
}
