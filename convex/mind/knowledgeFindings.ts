/** What a reflection on knowledge finds: what comes back, what explains it, what disagrees and what is open. */
import { QUOTE_LENGTH, days, hardTension, named, quote, type Finding, type Scene } from "./reflectionScene";
import { counted, listed, numberWord, quoted, sentenceCase } from "./wording";

/** The findings, in the order in which they are told. */
export function knowledgeFindings(scene: Scene): Finding[] {
  return [...recurring(scene), ...reason(scene), ...disagreement(scene), ...open(scene)];
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
