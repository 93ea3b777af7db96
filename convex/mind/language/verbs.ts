/** Everyday English verbs and their forms, to tell what somebody did from whom they did it with: "Met Anna", "Sailing". */
import { irregularBase } from "./irregularForms";

/** Regular ones. Those whose bare form heads as many names as sentences (park, ring, grant) are left out. */
const REGULAR =
  "accept achieve add adjust admire admit adopt agree announce answer appear apply appreciate argue arrange arrive ask assemble " +
  "assist attach attack attempt attend avoid bake balance bathe believe boil book borrow bounce brush call camp cancel care carry " +
  "celebrate change charge chat check cheer clean climb close collect comfort compare complain complete confirm confuse " +
  "congratulate connect consider contact continue convince cook copy correct count cover crash create cross cry dance " +
  "debug decide declare decorate defend delay deliver deploy describe design destroy develop dine disable discover discuss " +
  "dislike dress drop earn email embrace employ empty enable encourage end enjoy enter escape examine exchange exercise expect " +
  "explain explore express fail fetch fill finish fix floss fold follow gather graduate greet guide handle happen " +
  "harvest hate heal heat help hike hire hug hurry identify ignore imagine improve include increase inform inspect install " +
  "introduce invent investigate invite iron jog join joke judge juggle jump kick kiss knock label land laugh launch lift like " +
  "listen live lock look love manage marry measure memorise memorize mend merge miss mix move mow name need notice offer open " +
  "order organise organize pack paint pass patch perform phone pick plan plant play point post pour practice practise praise " +
  "pray prefer prepare present prevent print promise propose protect prune publish pull purchase push quarrel question race raise " +
  "reach realise realize receive recommend record recover reduce refuse register rehearse relax release remain remember remind " +
  "remove renew rent repair repeat replace reply report rescue research reserve rest restart restore return review reward " +
  "rinse roll row rush sail sand save scan schedule scold search serve settle share shop shout show sign ski skip slip smell " +
  "smile snow solve sort spot start stay stop store study submit suffer suggest supply support suppose surprise survive switch " +
  "talk taste test text thank toast touch tour train translate travel treat trim trust try tune type unpack update upgrade upload " +
  "use vacuum visit volunteer vote wait walk want warn wash waste watch water wave welcome wish wonder work worry wrap";
/** Irregular ones whose bare form begins a sentence as a request or a note. */
const IRREGULAR =
  "begin bring build buy catch choose come cut do draw drink drive eat feed feel fight find forget forgive get give go hear hide " +
  "hold keep know leave lend let lose make meet pay put read run say see sell send set shut sing sit sleep speak spend stand " +
  "swim take teach tell think throw understand wake wear win write";
/** Forms of verbs that are given names just as well. */
const NAMES = new Set("drew rose will".split(" "));

const REGULAR_BASES = REGULAR.split(" ");
const BASES = new Set([...REGULAR_BASES, ...IRREGULAR.split(" ")]);
/** By form: base, past and -ing. The -s of the third person follows its subject and begins no sentence. */
const FORMS = new Set([
  ...BASES,
  ...REGULAR_BASES.flatMap((base) => withEnding(base, "ed")),
  ...[...BASES].flatMap((base) => withEnding(base, "ing")),
]);

/** Whether `word` (lower-case) is the form of an everyday verb with which a sentence may begin. */
export function isVerbForm(word: string): boolean {
  if (NAMES.has(word)) return false;
  return FORMS.has(word) || IRREGULAR_PASTS.has(irregularBase(word) ?? "");
}

/** Irregular bases beyond those above whose past forms tell of what was done. */
const IRREGULAR_PASTS = new Set([
  ...IRREGULAR.split(" "),
  ...(
    "beat become blow break burn dig dream fall flee fly freeze grow hang lay lead learn lie ride sew shake shoot steal strike " +
    "sweep tear wake weep withdraw"
  ).split(" "),
]);

/** `base` with -ed or -ing: carried, agreed, hiking, planned; of longer ones as travelled and traveled. */
function withEnding(base: string, ending: "ed" | "ing"): string[] {
  if (ending === "ed" && /[^aeiou]y$/.test(base)) return [`${base.slice(0, -1)}ied`];
  if (/[^eoy]e$/.test(base) || (ending === "ed" && base.endsWith("e"))) return [base.slice(0, -1) + ending];
  const doubled = base + base.slice(-1) + ending;
  if (/^[^aeiou]*[aeiou][bdgklmnprtz]$/.test(base)) return [doubled];
  return /[^aeiou][aeiou][bdgklmnprtz]$/.test(base) ? [base + ending, doubled] : [base + ending];
}
