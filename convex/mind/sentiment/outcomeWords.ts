/**
 * What is good or bad when there is more of it, and words that say there is more or less: "crime falls", "sales rise".
 * Common knowledge of English, chosen by hand for an agent that is fed news; not derived from rated data.
 */
import { regularForm } from "../language/irregularForms";
import { stemOf } from "../../../mind/text/stem";

/** 1: good when it grows; −1: bad when it grows. */
export type Polarity = 1 | -1;

/** Welcome in any amount, so that less of it is a loss. */
const GOOD =
  "approval attendance biodiversity booking ceasefire charity confidence cooperation customer demand democracy donation download " +
  "earnings economy efficiency employment engagement enrolment enrollment equity expectancy export faith follower forest freedom funding " +
  "funds gdp glacier grade growth habitat happiness harvest health hiring hope income investment investor job jobs justice liberty " +
  "listener literacy livelihood market membership morale nasdaq optimism orders output participation pay payroll peace popularity " +
  "production productivity profit profitability prosperity quality rainforest rating reader readership registration reputation reserves retention revenue safety " +
  "salary sale sales satisfaction savings security share shares signup sponsor sponsorship stability stock stocks subscriber subscription " +
  "subsidy support supporter survival takings throughput tourism tourist trade trust truce turnout turnover uptime user viewer visitor volunteer " +
  "wage wages wealth welfare wellbeing wildlife bitcoin ethereum ftse dax nikkei";
/** Unwelcome in any amount, so that less of it is a relief. */
const BAD =
  "abuse accident addiction anger anxiety arson assault assassination attack attrition backlog bankruptcy bill blackout blockade " +
  "bloodshed bombing boycott bribery bug bullying burglary bureaucracy cancer casualty cholera churn collision complaint conflict " +
  "congestion contamination corruption covid coronavirus cost crackdown crash crime crisis curfew danger deadlock death debt defect deficit " +
  "deforestation delay delinquency dementia dengue depression despair deprivation diabetes diarrhoea disaster discrimination disease " +
  "dispute distress downtime drought dropout drunkenness ebola embargo emission emergency epidemic erosion error eviction expense extinction " +
  "extremism failure famine fare fatality fatigue fear fee fever tumour tumor pneumonia fighting fire flood flooding floodwater flu foreclosure fraud glitch gridlock " +
  "harassment harm hatred heatwave hepatitis hiv homelessness homicide hostility hunger hurricane illiteracy illness inequality infection " +
  "inflation influenza injury insolvency insurgency intimidation joblessness killing lag lateness latency layoff leak litter lockdown loss " +
  "malaria malfunction malnutrition malware massacre measles misery misinformation mortality murder nightmare obesity ordeal outage outbreak overdose " +
  "pain pandemic panic persecution piracy plague poaching polio pollution poverty prejudice protest quarantine queue racism radiation " +
  "ransomware recession redundancy regression rent repression restriction riot risk robbery sanction scam scandal sepsis sewage shooting shortage " +
  "siege sickness slavery smog smoking smuggling spam stabbing stalemate standoff starvation stigma stress strike suffering suicide " +
  "suspicion swelling symptom tension terror terrorism theft threat torture trafficking trauma tuberculosis turmoil typhoid typo tyranny " +
  "unemployment unrest uprising vandalism violence virus vulnerability walkout war warfare wildfire worry " +
  "aftershock avalanche blaze blizzard bombardment bushfire cyclone earthquake gale hailstorm infestation invasion landslide mudslide rainstorm " +
  "sandstorm snowstorm storm thunderstorm tornado tornadoes tsunami";
/** These measure the word before or after them: the crime rate, the number of deaths. */
const MEASURES =
  "amount case count figure incidence index level number percentage prevalence proportion rate toll total volume";
/** Prices are good for whoever sells: only those that say whose they are count. */
const PRICES = {
  good: "share stock bitcoin",
  bad: "food consumer fuel energy gas electricity petrol rent grocery bread drug medicine",
};

const plural = (noun: string): string =>
  /[^aeiou]y$/.test(noun)
    ? `${noun.slice(0, -1)}ies`
    : /sis$/.test(noun)
      ? `${noun.slice(0, -2)}es`
      : /(?:s|x|ch|sh)$/.test(noun)
        ? `${noun}es`
        : `${noun}s`;
const nouns = (words: string): string[] => words.split(" ").flatMap((noun) => [noun, plural(noun)]);

const POLARITIES = new Map<string, Polarity>([
  ...nouns(GOOD).map((noun) => [noun, 1] as const),
  ...nouns(BAD).map((noun) => [noun, -1] as const),
]);
const MEASURE_FORMS = new Set(nouns(MEASURES));
const PRICE_POLARITIES = new Map<string, Polarity>([
  ...PRICES.good.split(" ").map((noun) => [noun, 1] as const),
  ...PRICES.bad.split(" ").map((noun) => [noun, -1] as const),
]);

/** Whether `noun` (lower-case) is good or bad when it grows; null where it is neither. */
export function polarityOf(noun: string): Polarity | null {
  return POLARITIES.get(noun) ?? null;
}

/** Whether `noun` only measures another: rate, number, toll. */
export function isMeasure(noun: string): boolean {
  return MEASURE_FORMS.has(noun);
}

/** Whether prices of `kind` (lower-case) are good or bad when they grow. */
export function pricePolarity(kind: string): Polarity | null {
  return PRICE_POLARITIES.get(kind) ?? null;
}

/** That there is more (1) or less (−1) of something. */
export interface Direction {
  readonly sign: Polarity;
  /** The kind of thing of which it is said so: one averts what is bad and loses what is good; null for both. */
  readonly of: Polarity | null;
  /** Never with an object: what follows the verb is not what falls. */
  readonly intransitive: boolean;
}

/** Each line: sign, whether only of good or bad things, whether intransitive, and the verbs. */
const VERBS: readonly (readonly [Polarity, Polarity | null, boolean, string])[] = [
  [-1, null, true, "fall decline dwindle plummet plunge recede subside slump tumble wane abate fade vanish"],
  [-1, null, true, "disappear evaporate nosedive deteriorate diminish erode sink slide dip crumble falter"],
  [
    -1,
    null,
    false,
    "drop decrease shrink collapse crash ease slow weaken halve slash cut reduce lower lessen curb",
  ],
  [-1, null, false, "end stop cease halt destroy abolish slip"],
  [-1, 1, false, "lose shed axe squeeze wreck shatter undermine stagnate threaten"],
  [-1, -1, false, "avert prevent avoid survive overcome beat defeat foil thwart lift eradicate extinguish"],
  [
    -1,
    -1,
    false,
    "fix solve patch mend resolve settle defuse quell alleviate relieve tackle escape eliminate cure mitigate conquer narrow shorten",
  ],
  [1, null, true, "rise soar surge climb skyrocket rocket swell balloon mount multiply"],
  [
    1,
    null,
    false,
    "grow increase double triple quadruple jump spike expand raise boost accelerate strengthen",
  ],
  [1, 1, false, "create win gain regain restore recover rebound rally"],
  [1, -1, false, "escalate erupt spread deepen widen intensify worsen fuel flare spiral"],
];
const DIRECTIONS = new Map<string, Direction>(
  VERBS.flatMap(([sign, of, intransitive, verbs]) =>
    verbs.split(" ").map((verb) => [stemOf(verb), { sign, of, intransitive }] as const),
  ),
);
/** Verbs of two words, by the first one's regular form. */
const PHRASES = new Map<string, Direction>(
  [
    ["die down|calm down|go down|come down|dry up|melt away|taper off", -1, null, true] as const,
    ["wipe out|cut back|scale back|bring down|drive down|push down", -1, null, false] as const,
    ["put out|call off|stamp out|root out", -1, -1, false] as const,
    ["go up|shoot up|pick up", 1, null, true] as const,
    ["drive up|push up", 1, null, false] as const,
    ["break out|flare up", 1, -1, true] as const,
  ].flatMap(([phrases, sign, of, intransitive]) =>
    phrases.split("|").map((phrase) => [phrase, { sign, of, intransitive }] as const),
  ),
);
/** Nouns that say so of what follows: a fall in crime, the loss of jobs, an end to the war. */
const NOUNS = new Map<string, Direction>([
  ..."fall drop decline decrease reduction cut slump plunge collapse dip slowdown easing halt cessation end erosion"
    .split(" ")
    .map((noun) => [noun, { sign: -1, of: null, intransitive: false }] as const),
  ..."loss lack shortage".split(" ").map((noun) => [noun, { sign: -1, of: 1, intransitive: false }] as const),
  ..."rise increase growth jump surge spike boom upsurge upturn uptick climb boost"
    .split(" ")
    .map((noun) => [noun, { sign: 1, of: null, intransitive: false }] as const),
]);
/** Words before a noun that say so of it: falling crime, fewer deaths, higher wages. */
const ADJECTIVES = new Map<string, Direction>([
  ..."falling declining shrinking dwindling decreasing plunging plummeting receding lower fewer less reduced"
    .split(" ")
    .map((word) => [word, { sign: -1, of: null, intransitive: false }] as const),
  ..."rising soaring growing increasing surging mounting climbing swelling escalating higher"
    .split(" ")
    .map((word) => [word, { sign: 1, of: null, intransitive: false }] as const),
]);

/** The direction that the verb `word` says (lower-case, any form), with `next` where it is of two words. */
export function verbDirection(word: string, next: string): { direction: Direction; words: 1 | 2 } | null {
  const base = regularForm(word);
  const stem = stemOf(base);
  if (/^(?:up|down|out|off|away|back)$/.test(next)) {
    const phrase = PHRASES.get(`${base} ${next}`) ?? PHRASES.get(`${stem} ${next}`);
    if (phrase !== undefined) return { direction: phrase, words: 2 };
  }
  const direction = DIRECTIONS.get(stem);
  return direction === undefined ? null : { direction, words: 1 };
}

/** The direction that the noun `word` (lower-case) says of what follows it. */
export function nounDirection(word: string): Direction | null {
  return NOUNS.get(word) ?? NOUNS.get(word.replace(/(?<=ss)es$|(?<!s)s$/, "")) ?? null;
}

/** The direction that the adjective `word` (lower-case) says of what follows it. */
export function adjectiveDirection(word: string): Direction | null {
  return ADJECTIVES.get(word) ?? null;
}
