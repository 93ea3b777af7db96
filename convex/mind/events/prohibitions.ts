/** Orders to leave something alone or unsaid: "Stop talking about the ferry", "don't name the tenant", "without naming him". */
import { CLOSING, NEEDLESS, NOT, order, POLITE } from "./orderForms";

const ABOUT = "(?:about|of|on)";
const REMIND = `remind (?:me|us)(?: (?:again|any ?more))? (?:about|of)`;
/** "Say goodbye" and "say never" tell of nothing; "say who rows" and "say anything about it" do. */
const SAYING_WHAT = `(?: (?:anything|a (?:single )?word|more|much))? ${ABOUT}|(?: anything)?(?= (?:that|who|whom|whose|what|where|when|why|how|which)\\b)`;
/** What somebody is told not to do with a matter. */
const SPEAK =
  `(?:(?:talk|speak|write|tweet|post|muse|go on)(?: (?:any ?more|again))? ${ABOUT}|think(?: any ?more)? about(?! (?:it|this|that)\\b)|mention|` +
  `bring up|name|reveal|disclose|say(?:${SAYING_WHAT})|tell (?:anyone|anybody|people|others|them) ${ABOUT}|${REMIND})`;
const SPEAKING =
  `(?:(?:talking|speaking|writing|tweeting|posting|thinking|musing|going on|harping on) ${ABOUT}|mentioning|bringing up|naming|revealing|` +
  `disclosing|saying(?:${SAYING_WHAT})|reminding (?:me|us) (?:about|of))`;
const MADE = "(?:the|your|that|this) (?:tweet|post|note|alert|question|text)";

/** They forbid by themselves. */
const PLAIN: readonly RegExp[] = [
  `(?:stop|quit|cease) ${SPEAKING} (?<about>.+)$`,
  `${NOT} ${SPEAK} (?<about>.+)$`,
  `${NEEDLESS} (?:${REMIND}|mention|bring up|talk about) (?<about>.+)$`,
  `no more (?:talk|tweets|posts) ${ABOUT} (?<about>.+)$`,
  `(?:leave|keep) (?<about>.+) out of ${MADE}$`,
].map(order);
/** They tell how it is as often as they forbid: "No more news on the strike today", "Without naming him she left". */
const BESIDE: readonly RegExp[] = [
  `(?:no more (?:notes|news)|no mention|not a word|enough) ${ABOUT} (?<about>.+)$`,
  `without ${SPEAKING} (?<about>.+)$`,
  `(?:leave|keep) (?<about>.+) out of (?:it|this|that)$`,
  `no (?<about>names)$`,
].map(order);
/** Who is thanked is told so. */
const FORMULA = /^(?:don't|dont|do not) mention it$/iu;

/** What is forbidden is a name. */
const NAMED = order(`(?:${NOT} name|without naming|no names)\\b`);

/** A matter to be left alone; `names` where its name is not to be told, `beside` where it is none but beside another order. */
export interface Left {
  readonly about: string;
  readonly names: boolean;
  readonly beside: boolean;
}

/** What `said`, a sentence without its stop, asks to leave alone; null where it asks nothing of the kind. */
export function leftIn(said: string): Left | null {
  if (FORMULA.test(said)) return null;
  const bare = said.replace(CLOSING, "");
  const names = NAMED.test(bare);
  const plain = aboutIn(PLAIN, bare);
  if (plain !== null) return { about: plain, names, beside: false };
  const beside = aboutIn(BESIDE, bare);
  return beside === null ? null : { about: beside, names, beside: !POLITE.test(said) };
}

function aboutIn(forms: readonly RegExp[], said: string): string | null {
  return forms.map((form) => form.exec(said)?.groups?.["about"]).find((about) => about !== undefined) ?? null;
}
