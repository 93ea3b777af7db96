/** Words that are written in more than one way, each in one of them: British and American, short and long, in haste and in full. */

/** Each entry: the spelling that stands for all, then the others. */
const VARIANTS =
  "gray grey|tire tyre|curb kerb|plow plough|mold mould|mustache moustache|pajamas pyjamas|aluminum aluminium|airplane aeroplane|" +
  "jewelry jewellery|aging ageing|judgment judgement|acknowledgment acknowledgement|enroll enrol|fulfill fulfil|" +
  "fulfillment fulfilment|skillful skilful|installment instalment|artifact artefact|maneuver manoeuvre|cozy cosy|donut doughnut|" +
  "yogurt yoghurt|whiskey whisky|okay ok|program programme|programs programmes|check cheque|checks cheques|skeptical sceptical|" +
  "skeptic sceptic|draft draught|maths math|mom mum|while whilst|among amongst|toward towards|adviser advisor|pediatric paediatric|" +
  "anemia anaemia|fetus foetus|orthopedic orthopaedic|encyclopedia encyclopaedia|defense defence|offense offence|" +
  "license licence|licenses licences|pretense pretence|practice practise|practices practises|practiced practised|" +
  "practicing practising|catalog catalogue|catalogs catalogues|dialog dialogue|dialogs dialogues|center centre|centers centres|" +
  "theater theatre|theaters theatres|meter metre|meters metres|liter litre|liters litres|fiber fibre|fibers fibres|" +
  "caliber calibre|somber sombre|luster lustre|meager meagre|specter spectre|kilometer kilometre|kilometers kilometres|" +
  "centimeter centimetre|centimeters centimetres|millimeter millimetre|millimeters millimetres|gram gramme|grams grammes|" +
  "kilogram kilogramme|kilograms kilogrammes|learned learnt|spelled spelt|burned burnt|dreamed dreamt|spoiled spoilt|" +
  // Short and long.
  "approximately approx|department dept|government govt|information info|telephone phone|telephones phones|television tv tvs|" +
  "photograph photo|photographs photos|refrigerator fridge|appointment appt|versus vs|apartment apt|because cuz|" +
  "tomorrow tmrw|tonight tonite|through thru|thanks thx|please pls plz";

const RESPELLED = new Map(
  VARIANTS.split("|").flatMap((entry) => {
    const [standing = "", ...others] = entry.split(" ");
    return others.map((other): [string, string] => [other, standing]);
  }),
);

const ENDINGS: readonly (readonly [RegExp, string])[] = [
  // Colour, favourite, neighbourhood; but hour, four, your.
  [/(?<=^[a-z]{3,})our(?=(?:s|ed|ing|able|al|er|ers|ite|ites|ful|hood|hoods|less|ly|y)?$)/, "or"],
  // Organise, organisation; but rise, wise, otherwise.
  [/(?<=^[a-z]{3,}[^w])is(?=(?:e|ed|es|ing|ation|ations|er|ers)$)/, "iz"],
  [/(?<=^[a-z]{3,})lys(?=(?:e|ed|ing)$)/, "lyz"],
  // Travelled, cancelling, jeweller.
  [
    /(?<=^(?:trave|cance|mode|labe|fue|signa|counse|marve|leve|channe|tunne|quarre|tota|riva|dia|peda|jewe)l)l(?=(?:ed|ing|er|ers|or|ors|ous|ation|ations)$)/,
    "",
  ],
];

/** Negations and auxiliaries drawn together, and what they are drawn from. */
const NOT = new Map([
  ["won't", "will not"],
  ["shan't", "shall not"],
  ["can't", "can not"],
  ["ain't", "is not"],
  ["cannot", "can not"],
  ["gonna", "going to"],
  ["wanna", "want to"],
  ["gotta", "got to"],
  ["cant", "can not"],
  ["wont", "will not"],
  ...["do", "does", "did", "is", "are", "was", "were", "could", "would", "should", "has", "have", "had"].map(
    (verb): [string, string] => [`${verb}nt`, `${verb} not`],
  ),
]);
const AUXILIARIES = new Map([
  ["'ll", " will"],
  ["'re", " are"],
  ["'ve", " have"],
  ["'m", " am"],
]);
/** Of these an "'s" is a verb; of others it mostly says whose. */
const TAKES_IS = /^(?:it|that|he|she|there|here|what|who|where|how)'s$/;

/** `word`, a lower-case word with its apostrophes, in the one way of writing it; several words where it was drawn together. */
export function respelled(word: string): string {
  const known = RESPELLED.get(word) ?? NOT.get(word);
  if (known !== undefined) return known;
  if (word.includes("'")) return drawnApart(word);
  return otherwiseEnded(word);
}

/** What the endings have: of most words none. */
const MAY_END_OTHERWISE = /our|is[aei]|lys|ll/;

/** A lower-case word without apostrophes as Americans write it, and in full where it is known to be short. */
export function americanForm(word: string): string {
  const known = RESPELLED.get(word);
  if (known !== undefined) return known;
  const one = word.endsWith("s") ? RESPELLED.get(word.slice(0, -1)) : undefined;
  if (one !== undefined) return `${one}s`;
  return MAY_END_OTHERWISE.test(word) ? otherwiseEnded(word) : word;
}

/** No word that is written in two ways is shorter or longer; the endings are looked for from each place of a word back to its beginning. */
const [SHORTEST, LONGEST] = [6, 32];

function otherwiseEnded(word: string): string {
  if (word.length < SHORTEST || word.length > LONGEST) return word;
  return ENDINGS.reduce((written, [ending, other]) => written.replace(ending, other), word);
}

function drawnApart(word: string): string {
  if (word.endsWith("n't")) return `${word.slice(0, -3)} not`;
  if (TAKES_IS.test(word)) return `${word.slice(0, -2)} is`;
  for (const [short, long] of AUXILIARIES)
    if (word.endsWith(short) && word.length > short.length) return word.slice(0, -short.length) + long;
  return word;
}
