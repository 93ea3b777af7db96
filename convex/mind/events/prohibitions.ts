/** Orders to leave something alone or unsaid: "Stop talking about the ferry", "don't name the tenant", "without naming him". */
import { NEEDLESS, NOT, order } from "./orderForms";

const ABOUT = "(?:about|of|on)";
const REMIND = `remind (?:me|us)(?: (?:again|any ?more))? (?:about|of)`;
/** What somebody is told not to do with a matter. */
const SPEAK =
  `(?:(?:talk|speak|write|tweet|post|think|muse|go on)(?: (?:any ?more|again))? ${ABOUT}|mention|bring up|name|reveal|disclose|` +
  `say(?: (?:anything|a (?:single )?word))?(?: ${ABOUT})?|tell (?:anyone|anybody|people|others|them) ${ABOUT}|${REMIND})`;
const SPEAKING =
  `(?:(?:talking|speaking|writing|tweeting|posting|thinking|musing|going on|harping on) ${ABOUT}|mentioning|bringing up|naming|revealing|` +
  `disclosing|saying(?: (?:anything|a (?:single )?word))?(?: ${ABOUT})?|reminding (?:me|us) (?:about|of))`;
const MADE = "(?:it|this|that|(?:the|your|that|this) (?:tweet|post|note|alert|question|text))";

const FORMS: readonly RegExp[] = [
  `(?:stop|quit|cease)(?: ${SPEAKING}| (?:about|of|on)) (?<about>.+)$`,
  `${NOT} ${SPEAK} (?<about>.+)$`,
  `${NEEDLESS} (?:${REMIND}|mention|bring up|talk about) (?<about>.+)$`,
  `(?:no more (?:talk|tweets|posts|notes|news)|no mention|not a word|no word|enough) ${ABOUT} (?<about>.+)$`,
  `without ${SPEAKING} (?<about>.+)$`,
  `(?:leave|keep) (?<about>.+) out of ${MADE}$`,
  `no (?<about>names)$`,
].map(order);

/** What is forbidden is a name. */
const NAMED = order(`(?:${NOT} name|without naming|no names)\\b`);

/** A matter to be left alone; `names` where its name is not to be told. */
export interface Left {
  readonly about: string;
  readonly names: boolean;
}

/** What `said`, a sentence without its stop, asks to leave alone; null where it asks nothing of the kind. */
export function leftIn(said: string): Left | null {
  for (const form of FORMS) {
    const about = form.exec(said)?.groups?.["about"];
    if (about !== undefined) return { about, names: NAMED.test(said) };
  }
  return null;
}
