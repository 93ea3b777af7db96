/** What a reflection on knowledge finds: what comes back, what explains it, what disagrees and what is open. */
import { fullStop, listed, numberWord, quoted, sentenceCase } from "../../../mind/text/phrasing";
import type { Shared } from "../thoughts/sharedMatters";
import { companyOf } from "./recurringMatters";
import {
  asksAt,
  lastTold,
  QUOTE_LENGTH,
  days,
  hardTensions,
  lastSaid,
  named,
  quote,
  shareOf,
  type Finding,
  type Scene,
} from "./reflectionScene";

/** Matters that a deep reflection tells of beside the one that comes back most. */
const MOST_FURTHER = 2;

/** The findings, in the order in which they are told. */
export function knowledgeFindings(scene: Scene): Finding[] {
  const related = [...reason(scene), ...disagreement(scene)];
  const found = recurring(scene);
  if (found !== null) return [...found, ...related, ...open(scene)];
  return [...related, nothingShared(scene, related.length > 0), ...open(scene)];
}

/** What most memories speak of, and what else; null where no two speak of the same. */
function recurring(scene: Scene): Finding[] | null {
  const { evidence, relations } = scene;
  const all = [...evidence.keys()];
  if (all.length > 1 && lastSaid(scene, all, 2).length === 1) return [sameSaid(scene, all)];
  const [main, ...others] = relations.shared;
  if (scene.answered.length > 0 && (main === undefined || !addsTo(scene, main))) return [];
  if (main === undefined) return null;
  return scene.isDeep
    ? [comesBack(scene, main), ...further(scene, main)]
    : [beside(comesBack(scene, main), main, others)];
}

/** Whether a matter bears on an answer that was given, and more was told of it than that. */
function addsTo(scene: Scene, { seeds }: Shared): boolean {
  const { answered } = scene;
  const told = lastSaid(scene, seeds, 2);
  return seeds.some((seed) => answered.includes(seed)) && !told.every((seed) => answered.includes(seed));
}

/** Where no two have more in common than what `isFurther` says was told: what weighs most, and in a deep reflection what was told last. */
function nothingShared(scene: Scene, isFurther: boolean): Finding {
  const { evidence } = scene;
  if (evidence.length === 1)
    return {
      said: `All I have to go by is what came on ${scene.day(0)}: ${quote(scene, 0)}`,
      uses: [0],
      isThin: true,
    };
  const weightiest = evidence.reduce(
    (best, { importance }, i) => (importance > (evidence[best]?.importance ?? 0) ? i : best),
    0,
  );
  const last = lastTold(scene);
  const all = evidence.length === 2 ? "the two" : `any two of the ${numberWord(evidence.length)}`;
  // What all of it names is something in common.
  const isMore = isFurther || scene.isOnFocus;
  const told = `what weighs most, of ${scene.day(weightiest)}, is ${quote(scene, weightiest)}`;
  // What it asks is told of as open.
  const tellsMore = (scene.isDeep || scene.isOnFocus) && !asksAt(scene, last);
  const found =
    !tellsMore || weightiest !== last
      ? { place: tellsMore ? last : null, what: "the latest" }
      : { place: scene.isOnFocus && !asksAt(scene, 0) ? 0 : null, what: "the earliest" };
  // What was quoted once is not quoted again for being the earliest, too.
  const isSaid = found.place !== null && lastSaid(scene, [weightiest, found.place], 2).length === 1;
  const second = isSaid ? { ...found, place: null } : found;
  const more =
    second.place === null
      ? ""
      : `; ${second.what}, of ${scene.day(second.place)}, is ${quote(scene, second.place)}`;
  return {
    said: `I see nothing${isMore ? " else" : ""} that ${all} ${scene.which.many} have in common; ${told}${more}`,
    uses: second.place === null ? [weightiest] : [weightiest, second.place],
    isThin: true,
  };
}

/** What comes back most, and in a deep reflection what it goes with. */
function comesBack(scene: Scene, main: Shared): Finding {
  const telling = main.seeds.filter((seed) => !asksAt(scene, seed));
  const told = lastSaid(scene, telling.length > 1 ? telling : main.seeds, 2);
  if (told.length === 1) return sameSaid(scene, main.seeds);
  const count = shareOf(scene, main.seeds.length);
  return {
    said: `${sentenceCase(named(main))} comes back in ${count}, ${days(scene, main.seeds)}${company(scene, main)}: ${listed(told.map((index) => quote(scene, index)))}`,
    uses: main.seeds,
  };
}

/** With what else comes back: a sentence that says "it" stands with the one that it is said of. */
function beside({ said, uses }: Finding, main: Shared, others: readonly Shared[]): Finding {
  const other = others.find(({ seeds }) => seeds.some((seed) => !main.seeds.includes(seed)));
  if (other === undefined) return { said, uses };
  return {
    said: `${fullStop(said)} Beside it stands ${named(other)}, in ${numberWord(other.seeds.length)} memories`,
    uses: [...new Set([...uses, ...other.seeds])],
  };
}

/** The next matters that most of the rest speaks of, each with what it goes with and what was told of it last. */
function further(scene: Scene, main: Shared): Finding[] {
  const findings: Finding[] = [];
  const covered = new Set(main.seeds);
  const isFresh = ({ seeds }: Shared) => seeds.filter((seed) => !covered.has(seed)).length > 1;
  while (findings.length < MOST_FURTHER) {
    const next = scene.relations.shared.find(isFresh);
    if (next === undefined) break;
    const rest = next.seeds.filter((seed) => !covered.has(seed));
    const telling = rest.filter((seed) => !asksAt(scene, seed));
    const fresh = telling.length > 0 ? telling : rest;
    const said = `${sentenceCase(named(next))} comes back in ${numberWord(next.seeds.length)}${company(scene, next)}, lately ${listed(lastSaid(scene, fresh, 1).map((index) => quote(scene, index)))}`;
    findings.push({ said, uses: next.seeds });
    for (const seed of next.seeds) covered.add(seed);
  }
  return findings;
}

/** ", together with Pål and “school”": what else comes back in the same memories; only where a deep reflection looks for it. */
function company({ relations, isDeep }: Scene, matter: Shared): string {
  const others = isDeep ? companyOf(matter, relations.shared) : [];
  return others.length === 0 ? "" : `, together with ${listed(others.map(named))}`;
}

/** Memories of one thing, told again and again. */
function sameSaid(scene: Scene, seeds: readonly number[]): Finding {
  const many = sentenceCase(shareOf(scene, seeds.length));
  return { said: `${many} say the same, ${days(scene, seeds)}: ${quote(scene, seeds[0] ?? 0)}`, uses: seeds };
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

function disagreement(scene: Scene): Finding[] {
  const [tension] = hardTensions(scene);
  if (tension === undefined) return [];
  const { a, b } = tension;
  const told =
    scene.day(a) === scene.day(b)
      ? `${quote(scene, a)} and then ${quote(scene, b)}, both on ${scene.day(a)}`
      : `${quote(scene, a)}, on ${scene.day(a)}, and ${quote(scene, b)}, on ${scene.day(b)}`;
  return [
    {
      // Words and figures stand against each other; whether what they are said of is one thing, no reflex can tell.
      said: `Not all of it may agree: I was told ${told}; if they exclude each other, I lean to the later`,
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
