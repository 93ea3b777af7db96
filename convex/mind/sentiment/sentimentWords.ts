/** Words that VADER's lexicon lacks, each read as a word it has, of about the same force. */
import vader from "vader-sentiment";
import { ratedAs } from "./valences";

/** Words of news, markets and operations, and emoji, chosen by hand for an agent that is fed such text; not derived from rated data. */
const STAND_INS: readonly (readonly [reading: string, words: string])[] = [
  // What fails or falls.
  ["failure", "outage outages downtime blackout meltdown breakdown malfunction malfunctions"],
  [
    "crash",
    "plunge plunges plunged plunging plummet plummets plummeted plummeting nosedive nosedives slump slumps slumped",
  ],
  ["bankrupt", "insolvent insolvency bankruptcy bankruptcies"],
  ["losing", "tumble tumbles tumbled tumbling slid downturn layoff layoffs downgrade downgrades downgraded"],
  ["dangerous", "unsafe malignant contaminated polluted infested"],
  ["danger", "breach breaches breached ransomware malware phishing"],
  ["warns", "backlog backlogs deadlock bottleneck regression regressions"],
  ["killing", "casualties massacre airstrike airstrikes earthquake famine"],
  // What is harmed or taken.
  [
    "damaged",
    "smashed wrecked wrecks flooded flooding sank sunk capsized capsizes shipwreck exploded explodes explosion explosions burnt",
  ],
  ["crash", "crashed crashes crashing collision collisions"],
  ["leak", "leaked leaks leaking leakage"],
  ["trapped", "stranded evicted marooned homeless"],
  [
    "stolen",
    "stole robbed robbery robberies burgled burglary burglaries mugged looted looting theft thefts vandalised vandalized",
  ],
  [
    "ill",
    "tumour tumor tumours tumors leukemia leukaemia dementia miscarriage stillborn relapse relapsed chemo chemotherapy coma overdose " +
      "overdosed paralysed paralyzed pneumonia sepsis hospitalised hospitalized foreclosure foreclosing foreclosed evicting eviction",
  ],
  ["healthy", "cancer-free debt-free symptom-free pain-free smoke-free"],
  ["sad", "divorced divorce widowed orphaned bereaved"],
  ["lawsuit", "sued sues suing lawsuits indicted"],
  // What is made whole.
  ["restored", "repaired rebuilt reopened reopens healed heals cured"],
  ["happy", "reunited reunion wedding graduated"],
  // What works or rises.
  [
    "gain",
    "rally rallies rallied surge surges surged surging soar soars soared soaring rebound rebounds rebounded upgraded",
  ],
  ["winning", "breakthrough breakthroughs milestone outperform outperforms outperformed"],
  ["improved", "recovered recovers recovery reinstated uptime"],
  // What the lexicon takes for chat slang ("have a nice day", "piss off"), and is a word or a short name of something else.
  [
    "thing",
    "hand pita tia mia kia po pu bl wp wd jt jw jp nh gn jj bz aas ly nfc gt dx xp ptl sete wag swak kk mm share shares shared sharing",
  ],
  // What has a feeling there by another of its senses.
  ["thing", "please number numbers value values sentence sentences grey treasurer treasury"],
  // Emoji, by the feeling they are sent with.
  ["happy", "😀 😃 😄 😁 😊 🙂 ☺ 😸 😺"],
  ["lol", "😂 🤣 😆 😹"],
  ["love", "😍 🥰 😘 ❤ 💕 💖 💗 💙 💚 💛 💜 🧡 🖤 😻"],
  ["great", "👍 👏 🎉 🥳 🙌 💪 🔥 🚀 ⭐ 🌟 🏆 ✨"],
  ["good", "✅ 👌 😌 🤗 😎"],
  ["sad", "😢 😞 😔 🙁 ☹ 😟 😥 😿 💔"],
  ["crying", "😭"],
  ["angry", "😠 😡 🤬 👿"],
  ["scared", "😨 😰 😱"],
  ["bad", "👎 😒 🙄 😕 🤮 🤢"],
  ["danger", "🚨 ⚠"],
];

const READINGS = new Map(
  STAND_INS.flatMap(([reading, words]) => words.split(" ").map((word) => [word, reading])),
);

/** `word` as the lexicon knows it, its punctuation and capitals kept; itself where it needs no stand-in. */
export function standInFor(word: string): string {
  const core = partsOf(word).core.toLowerCase();
  const reading = READINGS.get(core) ?? (isKnown(core) ? null : ratedAs(core));
  return reading === null ? word : readAs(word, reading);
}

/** Which words that are rated elsewhere VADER knows: asked for once each. */
const KNOWN = new Map<string, boolean>();

function isKnown(core: string): boolean {
  if (ratedAs(core) === null) return false;
  const known = KNOWN.get(core) ?? vader.SentimentIntensityAnalyzer.polarity_scores(core).compound !== 0;
  KNOWN.set(core, known);
  return known;
}

/** `reading` in place of `word`, with its punctuation and capitals. */
export function readAs(word: string, reading: string): string {
  const { before, core, after } = partsOf(word);
  const shouted = core.length > 1 && core === core.toUpperCase() && core !== core.toLowerCase();
  return (
    before + (shouted ? reading.toUpperCase() : reading) + after.replace(/[\ufe0f\u{1f3fb}-\u{1f3ff}]/gu, "")
  );
}

function partsOf(word: string): { before: string; core: string; after: string } {
  const [, before = "", core = "", after = ""] = /^([^\p{L}\p{S}]*)(.*?)([^\p{L}\p{S}]*)$/u.exec(word) ?? [];
  return { before, core, after };
}
