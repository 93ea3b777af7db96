/** A reflection without a model: what the evidence itself shows, counted, compared and quoted. The same evidence gives the same words. */
import { calendarDay } from "./calendarDay";
import { CLEAR } from "./eventWords";
import { milestonesIn } from "./milestones";
import { idfOf, type Idf } from "./rarity";
import {
  borneConfidence,
  type Evidence,
  type MadeReflection,
  type ReflectionMatter,
} from "./reflectionMatter";
import { routineAt } from "./routine";
import { relationsOf, type Relations, type Shared, type Tension } from "./seedRelations";
import { termsOf, tokensOf } from "./tokens";
import { clipped, counted, fullStop, listed, numberWord, quoted, sentenceCase } from "./wording";
import { ROUTINES, type ReflectionType, type Routine } from "./words";

const LENGTH = 1200;
const QUOTE_LENGTH = 140;
/** What is quoted is sure; what it adds up to is counted, not understood. */
const CONFIDENCE = 0.75;
/** Relations are looked for among so many, the weightiest: their number grows with the square. */
const MOST_RELATED = 16;
/** Change of mean feeling, of −1 to 1, that is a change. */
const SHIFT = 0.2;
/** Within so long there is no telling growth from a busy day. */
const TOO_SHORT_MS = 86_400_000;

/** Something to say, and the indices of the evidence that says so. */
interface Finding {
  readonly said: string;
  readonly uses: readonly number[];
}

/** What the findings are looked for in. */
interface Scene {
  readonly evidence: readonly Evidence[];
  readonly relations: Relations;
  readonly day: (index: number) => string;
  readonly timeZone: string;
}

/** The reflection on `matter`, which has evidence. */
export function reflexReflection(matter: ReflectionMatter): MadeReflection {
  const { evidence, type, focus, timeZone } = matter;
  const relations = relationsAmong(evidence, focus ?? "");
  const day = (index: number) => calendarDay(evidence[index]?.createdAt ?? 0, timeZone);
  const findings = [...FINDINGS[type]({ evidence, relations, day, timeZone }), ...theme(matter)];
  const opening = focus === null ? [] : [`On ${quoted(focus, 120)}, of which ${held(evidence.length)}:`];
  const words = [...opening, ...findings.map(({ said }) => fullStop(said))].join(" ");
  const cites = [...new Set(findings.flatMap(({ uses }) => uses))].sort((a, b) => a - b);
  const cited = cites.flatMap((index) => evidence[index] ?? []);
  return {
    content: clipped(words, LENGTH),
    confidence: borneConfidence(CONFIDENCE, cited),
    cites: cites.map((index) => index + 1),
  };
}

function held(count: number): string {
  return count === 1 ? "I hold one memory" : `I hold ${numberWord(count)} memories`;
}

/**
 * Relations among the weightiest, by their places in all of the evidence. What most speak of comes first; that they speak
 * of the focus goes without saying.
 */
function relationsAmong(evidence: readonly Evidence[], focus: string): Relations {
  const places = evidence
    .map((_, index) => index)
    .sort((a, b) => (evidence[b]?.importance ?? 0) - (evidence[a]?.importance ?? 0))
    .slice(0, MOST_RELATED)
    .sort((a, b) => a - b);
  const place = (index: number) => places[index] ?? 0;
  const found = relationsOf(
    places.flatMap((index) => evidence[index] ?? []),
    plainly,
  );
  const sought = new Set(termsOf(focus));
  // Of what is shared as widely a name says more than a word.
  const reach = ({ seeds, isEntity }: Shared) => seeds.length + (isEntity ? 0.5 : 0);
  return {
    shared: found.shared
      .filter(({ name }) => termsOf(name).some((term) => !sought.has(term)))
      .sort((a, b) => reach(b) - reach(a))
      .map((shared) => ({ ...shared, seeds: shared.seeds.map(place) })),
    tensions: found.tensions.map((tension) =>
      inTime({ ...tension, a: place(tension.a), b: place(tension.b) }),
    ),
    causes: found.causes.map(({ effect, cause }) => ({ effect: place(effect), cause: place(cause) })),
    questions: found.questions.map(({ seed, asked }) => ({ seed: place(seed), asked })),
    feelings: evidence.map(({ sentiment }) => sentiment),
  };
}

const plainly: Idf = idfOf(0, () => 0);

/** The older of the pair first; evidence is in the order of time. */
function inTime(tension: Tension): Tension {
  const { a, b, said } = tension;
  if (a <= b) return tension;
  return { ...tension, a: b, b: a, said: said === null ? null : [said[1], said[0]] };
}

const FINDINGS: { readonly [type in ReflectionType]: (scene: Scene) => Finding[] } = {
  knowledge: (scene) => [...recurring(scene), ...reason(scene), ...disagreement(scene), ...open(scene)],
  emotional: (scene) => [...balance(scene), ...extremes(scene), ...gathering(scene), ...course(scene)],
  behavioral: (scene) => [...ways(scene), ...doings(scene), ...decisions(scene), ...hours(scene)],
  growth: (scene) => [...overturned(scene), ...newAndGone(scene), ...course(scene), ...span(scene)],
};

/** The theme that a deep reflection stands in. */
function theme({ themes: [nearest] }: ReflectionMatter): Finding[] {
  return nearest === undefined
    ? []
    : [{ said: `Of the themes that I keep, ${quoted(nearest.theme, 80)} is the nearest to it`, uses: [] }];
}

function quote({ evidence }: Scene, index: number): string {
  return quoted(evidence[index]?.content ?? "", QUOTE_LENGTH);
}

function named({ name, isEntity }: Shared): string {
  return isEntity ? name : `“${name}”`;
}

/** "from 3 March 2026 to 5 June 2026", or the one day it all is of. */
function days(scene: Scene, indices: readonly number[]): string {
  const [first = "", last = ""] = [scene.day(Math.min(...indices)), scene.day(Math.max(...indices))];
  return first === last ? `all on ${first}` : `from ${first} to ${last}`;
}

/** What most memories speak of, and what else. */
function recurring(scene: Scene): Finding[] {
  const { evidence, relations } = scene;
  const [main, ...others] = relations.shared;
  if (main === undefined) {
    const weightiest = evidence.reduce(
      (best, { importance }, i) => (importance > (evidence[best]?.importance ?? 0) ? i : best),
      0,
    );
    return evidence.length === 1
      ? [{ said: `All I have to go by is what came on ${scene.day(0)}: ${quote(scene, 0)}`, uses: [0] }]
      : [
          {
            said: `No two of the ${numberWord(evidence.length)} memories that I looked at speak of the same thing; what weighs most, of ${scene.day(weightiest)}, is ${quote(scene, weightiest)}`,
            uses: [weightiest],
          },
        ];
  }
  const told = main.seeds.slice(-2);
  const findings: Finding[] = [
    {
      said: `${sentenceCase(named(main))} comes back in ${numberWord(main.seeds.length)} of the ${counted(evidence.length, "memory").replace(/memorys$/, "memories")} that I looked at, ${days(scene, main.seeds)}: ${listed(told.map((index) => quote(scene, index)))}`,
      uses: main.seeds,
    },
  ];
  const beside = others.find(({ seeds }) => seeds.some((seed) => !main.seeds.includes(seed)));
  if (beside !== undefined)
    findings.push({
      said: `Beside it stands ${named(beside)}, in ${numberWord(beside.seeds.length)}`,
      uses: beside.seeds,
    });
  return findings;
}

function reason(scene: Scene): Finding[] {
  const [first] = scene.relations.causes;
  if (first === undefined) return [];
  const { effect, cause } = first;
  return [
    {
      said: `One explains another: ${quote(scene, cause)} gives a reason for ${quote(scene, effect)}`,
      uses: [effect, cause],
    },
  ];
}

/** Statements that can't both hold; what merely feels otherwise is no disagreement. */
function hardTension({ relations }: Scene): Tension | null {
  return relations.tensions.find(({ kind }) => kind !== "feeling") ?? null;
}

function disagreement(scene: Scene): Finding[] {
  const tension = hardTension(scene);
  if (tension === null) return [];
  const { a, b } = tension;
  return [
    {
      said: `Not all of it agrees: ${quote(scene, a)} was said on ${scene.day(a)}, and on ${scene.day(b)} ${quote(scene, b)}; I lean to the later, without proof`,
      uses: [a, b],
    },
  ];
}

function open({ relations }: Scene): Finding[] {
  const last = relations.questions.at(-1);
  return last === undefined
    ? []
    : [{ said: `Still open is ${quoted(last.asked, QUOTE_LENGTH)}`, uses: [last.seed] }];
}

/** How many memories are glad, troubled, or neither. */
function balance({ evidence, relations }: Scene): Finding[] {
  const glad = relations.feelings.flatMap((feeling, i) => (feeling >= CLEAR ? [i] : []));
  const troubled = relations.feelings.flatMap((feeling, i) => (feeling <= -CLEAR ? [i] : []));
  const rest = evidence.length - glad.length - troubled.length;
  if (glad.length + troubled.length === 0) {
    const uses = evidence.map((_, i) => i);
    return [
      { said: `What I hold is told without much feeling, all ${numberWord(evidence.length)} of it`, uses },
    ];
  }
  const counts = [
    ...(glad.length > 0 ? [`${numberWord(glad.length)} glad`] : []),
    ...(troubled.length > 0 ? [`${numberWord(troubled.length)} troubled`] : []),
    ...(rest > 0 ? [`${numberWord(rest)} neither`] : []),
  ];
  const said =
    evidence.length === 1
      ? `The one memory that I looked at is ${glad.length > 0 ? "glad" : "troubled"}`
      : `${sentenceCase(numberWord(evidence.length))} memories, and how they feel: ${listed(counts)}`;
  return [{ said, uses: [...glad, ...troubled] }];
}

/** The brightest and the darkest memory. */
function extremes(scene: Scene): Finding[] {
  const { feelings } = scene.relations;
  const brightest = feelings.indexOf(Math.max(...feelings));
  const darkest = feelings.indexOf(Math.min(...feelings));
  const parts: Finding[] = [];
  if ((feelings[brightest] ?? 0) >= CLEAR)
    parts.push({
      said: `the brightest, of ${scene.day(brightest)}: ${quote(scene, brightest)}`,
      uses: [brightest],
    });
  if ((feelings[darkest] ?? 0) <= -CLEAR)
    parts.push({ said: `the darkest, of ${scene.day(darkest)}: ${quote(scene, darkest)}`, uses: [darkest] });
  if (parts.length === 0) return [];
  return [
    {
      said: sentenceCase(parts.map(({ said }) => said).join("; ")),
      uses: parts.flatMap(({ uses }) => uses),
    },
  ];
}

/** The subject that most feeling gathers around, and which way. */
function gathering({ relations }: Scene): Finding[] {
  const felt = relations.shared
    .map((shared) => ({ shared, feelings: shared.seeds.map((seed) => relations.feelings[seed] ?? 0) }))
    .map(({ shared, feelings }) => ({ shared, feelings, mean: meanOf(feelings) }))
    .sort((a, b) => Math.abs(b.mean) * b.feelings.length - Math.abs(a.mean) * a.feelings.length)[0];
  if (felt === undefined) return [];
  const { shared, feelings, mean } = felt;
  const torn = feelings.some((feeling) => feeling >= CLEAR) && feelings.some((feeling) => feeling <= -CLEAR);
  if (!torn && Math.abs(mean) < CLEAR) return [];
  const way = torn ? "pulls both ways" : mean > 0 ? "is a glad one" : "is an uneasy one";
  return [
    {
      said: `Feeling gathers around ${named(shared)}, in ${numberWord(shared.seeds.length)} of them, and it ${way}`,
      uses: shared.seeds,
    },
  ];
}

/** Whether the newer half feels otherwise than the older. */
function course(scene: Scene): Finding[] {
  const { feelings } = scene.relations;
  const half = Math.floor(feelings.length / 2);
  if (half < 2) return [];
  const [older, newer] = [feelings.slice(0, half), feelings.slice(-half)];
  const shift = meanOf(newer) - meanOf(older);
  const uses = [0, feelings.length - 1];
  if (Math.abs(shift) < SHIFT) return [];
  return [
    {
      said: `Since ${scene.day(0)} the tone has ${shift > 0 ? "brightened" : "darkened"}, from ${toneOf(meanOf(older))} to ${toneOf(meanOf(newer))}`,
      uses,
    },
  ];
}

function toneOf(mean: number): string {
  return mean >= CLEAR ? "glad" : mean <= -CLEAR ? "troubled" : "even";
}

/** How things are done: what was stored as a procedure. */
function ways(scene: Scene): Finding[] {
  const known = scene.evidence.flatMap(({ type }, i) => (type === "procedural" ? [i] : []));
  if (known.length === 0) return [];
  const told = known.slice(-2);
  const others = known.length - told.length;
  const rest = others > 0 ? `, and ${numberWord(others)} more` : "";
  return [
    {
      said: `Of how things are done I hold ${listed(told.map((index) => quote(scene, index)))}${rest}`,
      uses: told,
    },
  ];
}

/** Who or what is at it again and again. */
function doings(scene: Scene): Finding[] {
  const { relations, evidence } = scene;
  const again = relations.shared.find(({ isEntity }) => isEntity) ?? relations.shared[0];
  if (again === undefined) {
    const last = evidence.length - 1;
    return [
      {
        said: `Nothing is done twice in what I looked at; the latest, of ${scene.day(last)}, is ${quote(scene, last)}`,
        uses: [last],
      },
    ];
  }
  const told = again.seeds.slice(-2);
  const has = again.isEntity ? "has a part in" : "is what goes on in";
  return [
    {
      said: `${sentenceCase(named(again))} ${has} ${numberWord(again.seeds.length)} of the ${numberWord(evidence.length)}, ${days(scene, again.seeds)}, lately ${listed(told.map((index) => quote(scene, index)))}`,
      uses: again.seeds,
    },
  ];
}

/** The last memory that tells of a decision or a turn. */
function decisions(scene: Scene): Finding[] {
  const turns = scene.evidence.flatMap(({ content }, i) =>
    milestonesIn(tokensOf(content.slice(0, 400))) > 0 ? [i] : [],
  );
  const last = turns.at(-1);
  if (last === undefined) return [];
  const many = turns.length === 1 ? "One tells" : `${sentenceCase(numberWord(turns.length))} tell`;
  return [
    {
      said: `${many} of a turn or a decision, the last on ${scene.day(last)}: ${quote(scene, last)}`,
      uses: [last],
    },
  ];
}

const HOURS: { readonly [routine in Routine]: string } = {
  morning: "in the morning",
  day: "during the day",
  evening: "in the evening",
  overnight: "at night",
};

/** The time of day at which most of it came; nothing where no time stands out. */
function hours({ evidence, timeZone }: Scene): Finding[] {
  const routines = evidence.map(({ createdAt }) => routineAt(createdAt, timeZone));
  const usual = ROUTINES.map((routine) => ({
    routine,
    uses: routines.flatMap((other, i) => (other === routine ? [i] : [])),
  })).sort((a, b) => b.uses.length - a.uses.length)[0];
  if (usual === undefined || evidence.length < 3 || usual.uses.length <= 0.6 * evidence.length) return [];
  const share = usual.uses.length === evidence.length ? "All of it" : "Most of it";
  return [{ said: `${share} reached me ${HOURS[usual.routine]}`, uses: usual.uses }];
}

/** What was held before and is said otherwise now. */
function overturned(scene: Scene): Finding[] {
  const tension = hardTension(scene);
  if (tension === null) return [];
  const { a, b, said } = tension;
  const words = said === null ? "" : `; “${said[0]}” has become “${said[1]}”`;
  const when = scene.day(a) === scene.day(b) ? "the same day" : `on ${scene.day(b)}`;
  return [
    {
      said: `On ${scene.day(a)} I was told ${quote(scene, a)}, ${when} ${quote(scene, b)}${words}`,
      uses: [a, b],
    },
  ];
}

/** Subjects that only the newer half has, and that only the older had. */
function newAndGone(scene: Scene): Finding[] {
  const { evidence, relations } = scene;
  const half = Math.floor(evidence.length / 2);
  if (half < 2) return [];
  const fresh = relations.shared.find(({ seeds }) => seeds.every((seed) => seed >= half));
  const gone = relations.shared.find(({ seeds }) => seeds.every((seed) => seed < half));
  const lasting = relations.shared.find(
    ({ seeds }) => seeds.some((seed) => seed < half) && seeds.some((seed) => seed >= half),
  );
  return [
    ...(fresh === undefined
      ? []
      : [
          {
            said: `${sentenceCase(named(fresh))} has come up since ${scene.day(Math.min(...fresh.seeds))}`,
            uses: fresh.seeds,
          },
        ]),
    ...(gone === undefined
      ? []
      : [
          {
            said: `of ${named(gone)} I have heard nothing since ${scene.day(Math.max(...gone.seeds))}`,
            uses: gone.seeds,
          },
        ]),
    ...(lasting === undefined
      ? []
      : [{ said: `${named(lasting)} has stayed with me throughout`, uses: lasting.seeds }]),
  ].map(({ said, uses }) => ({ said: sentenceCase(said), uses }));
}

/** How far apart the oldest and the newest are, and what they say: the ground for any talk of change. */
function span(scene: Scene): Finding[] {
  const { evidence } = scene;
  const last = evidence.length - 1;
  const [oldest, newest] = [evidence[0], evidence[last]];
  if (oldest === undefined || newest === undefined) return [];
  if (newest.createdAt - oldest.createdAt < TOO_SHORT_MS) {
    return [
      {
        said: `All of it came within a day, ${scene.day(0)}, which is too short to tell growth from a busy hour; it ends with ${quote(scene, last)}`,
        uses: [last],
      },
    ];
  }
  return [
    {
      said: `The way leads from ${quote(scene, 0)}, on ${scene.day(0)}, to ${quote(scene, last)}, on ${scene.day(last)}`,
      uses: [0, last],
    },
  ];
}

function meanOf(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
