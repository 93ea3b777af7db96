/** Irregular English inflections, which no stemming rule reaches: went is go, children is child. */

/**
 * Each entry: the form that stands for all, then its irregular ones. A form that is also another word (saw, left, found,
 * felt) counts as the inflection, which it mostly is; a wound is mostly none of the wind. Tables of words are filed by
 * base forms (`tableWords.ts`).
 */
const FORMS =
  "arise arose arisen|awake awoke awoken|beat beaten|become became|begin began begun|bend bent|bind bound|bite bit bitten|" +
  "bleed bled|blow blew blown|break broke broken|breed bred|bring brought|build built|burn burnt|buy bought|" +
  "catch caught|choose chose chosen|cling clung|come came|creep crept|deal dealt|dig dug|draw drew drawn|" +
  "dream dreamt|drink drank drunk|drive drove driven|eat ate eaten|fall fell fallen|feed fed|feel felt|fight fought|" +
  "find found|flee fled|fling flung|fly flew flown|forbid forbade forbidden|forget forgot forgotten|" +
  "forgive forgave forgiven|freeze froze frozen|get got gotten|give gave given|go went gone|grow grew grown|" +
  "hang hung|hear heard|hide hid hidden|hold held|keep kept|kneel knelt|know knew known|lay laid|lead led|" +
  "leap leapt|learn learnt|leave left|lend lent|light lit|lose lost|make made|mean meant|meet met|mistake mistook mistaken|" +
  "overcome overcame|pay paid|prove proven|ride rode ridden|ring rang rung|rise rose risen|run ran|say said|see saw seen|" +
  "seek sought|sell sold|send sent|sew sewn|shake shook shaken|shine shone|shoot shot|show shown|shrink shrank shrunk|" +
  "sing sang sung|sink sank sunk|sit sat|sleep slept|slide slid|speak spoke spoken|spend spent|spin spun|" +
  "spring sprang sprung|stand stood|steal stole stolen|stick stuck|sting stung|strike struck stricken|strive strove striven|" +
  "swear swore sworn|sweep swept|swell swollen|swim swam swum|swing swung|take took taken|teach taught|tear tore torn|" +
  "tell told|think thought|throw threw thrown|tread trod trodden|understand understood|undertake undertook undertaken|" +
  "wake woke woken|wear wore worn|weave wove woven|weep wept|win won|withdraw withdrew withdrawn|" +
  "write wrote written|" +
  "child children|foot feet|goose geese|man men|mouse mice|person people|tooth teeth|woman women|wife wives|" +
  "knife knives|half halves|shelf shelves|thief thieves|wolf wolves|good better best|bad worse worst|" +
  "analysis analyses|crisis crises|datum data|medium media";

const BASES = new Map(
  FORMS.split("|").flatMap((entry) => {
    const [base = "", ...forms] = entry.split(" ");
    return forms.map((form) => [form, base] as const);
  }),
);

/** The form that stands for all inflections of `word` (one lower-case word); `word` itself where it is regular. */
export function regularForm(word: string): string {
  return BASES.get(word) ?? word;
}

/** The same where `word` is irregular; null where it is not. */
export function irregularBase(word: string): string | null {
  return BASES.get(word) ?? null;
}
