/** What a reflection on knowledge finds: what comes back, what explains it, what disagrees and what is open. */
import {
  QUOTE_LENGTH,
  days,
  hardTension,
  lastSaid,
  named,
  quote,
  type Finding,
  type Scene,
} from "./reflectionScene";
import { listed, numberWord, partOf, quoted, sentenceCase } from "./wording";

/** The findings, in the order in which they are told. */
export function knowledgeFindings(scene: Scene): Finding[] {
  return [...recurring(scene), ...reason(scene), ...disagreement(scene), ...open(scene)];
}

/** What most memories speak of, and what else. */
function recurring(scene: Scene): Finding[] {
  const { evidence, relations } = scene;
  const all = [...evidence.keys()];
  if (all.length > 1 && lastSaid(scene, all, 2).length === 1) return [sameSaid(scene, all)];
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
            said: `I see nothing else that ${evidence.length === 2 ? "the two" : `any two of the ${numberWord(evidence.length)}`} memories that I looked at have in common; what weighs most, of ${scene.day(weightiest)}, is ${quote(scene, weightiest)}`,
            uses: [weightiest],
          },
        ];
  }
  const told = lastSaid(scene, main.seeds, 2);
  const findings: Finding[] = [
    told.length === 1
      ? sameSaid(scene, main.seeds)
      : {
          said: `${sentenceCase(named(main))} comes back in ${partOf(main.seeds.length, evidence.length)}, ${days(scene, main.seeds)}: ${listed(told.map((index) => quote(scene, index)))}`,
          uses: main.seeds,
        },
  ];
  const beside = others.find(({ seeds }) => seeds.some((seed) => !main.seeds.includes(seed)));
  if (beside !== undefined)
    findings.push({
      said: `Beside it stands ${named(beside)}, in ${numberWord(beside.seeds.length)} memories`,
      uses: beside.seeds,
    });
  return findings;
}

/** Memories of one thing, told again and again. */
function sameSaid(scene: Scene, seeds: readonly number[]): Finding {
  const many = sentenceCase(partOf(seeds.length, scene.evidence.length));
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
  const tension = hardTension(scene);
  if (tension === null) return [];
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
