/** What a reflection on feeling finds: its balance, its extremes, what it gathers around and where it goes. */
import { CLEAR } from "../events/eventWords";
import { listed, numberWord, sentenceCase } from "../../../mind/text/phrasing";
import { meanOf, named, quote, shareOf, type Finding, type Scene } from "./reflectionScene";

/** Change of mean feeling, of −1 to 1, that is a change. */
const SHIFT = 0.2;

/** The findings, in the order in which they are told. */
export function emotionalFindings(scene: Scene): Finding[] {
  return [...balance(scene), ...extremes(scene), ...gathering(scene), ...course(scene)];
}

/** How many memories are glad, troubled, or neither. */
function balance(scene: Scene): Finding[] {
  const { evidence, relations, which } = scene;
  const glad = relations.feelings.flatMap((feeling, i) => (feeling >= CLEAR ? [i] : []));
  const troubled = relations.feelings.flatMap((feeling, i) => (feeling <= -CLEAR ? [i] : []));
  const rest = evidence.length - glad.length - troubled.length;
  if (glad.length + troubled.length === 0) {
    const said = `${sentenceCase(shareOf(scene, evidence.length))} ${evidence.length === 1 ? "is" : "are"} told without much feeling`;
    return [{ said, uses: evidence.map((_, i) => i), isThin: true }];
  }
  const many = (count: number) =>
    count < evidence.length ? numberWord(count) : count === 2 ? "both" : "all";
  const counts = [
    ...(glad.length > 0 ? [`${many(glad.length)} glad`] : []),
    ...(troubled.length > 0 ? [`${many(troubled.length)} troubled`] : []),
    ...(rest > 0 ? [`${many(rest)} neither`] : []),
  ];
  const said =
    evidence.length === 1
      ? `The one ${which.one} is ${glad.length > 0 ? "glad" : "troubled"}`
      : `${sentenceCase(numberWord(evidence.length))} ${which.short}, and how they feel: ${listed(counts)}`;
  return [{ said, uses: [...glad, ...troubled] }];
}

/** The brightest and the darkest memory; what was stored as a feeling before what merely sounds like one. */
function extremes(scene: Scene): Finding[] {
  const { feelings } = scene.relations;
  const brightest = strongest(scene, 1);
  const darkest = strongest(scene, -1);
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

/** Where the strongest feeling of one sign is: among memories of feelings, if it is clear there, else among all. */
function strongest({ evidence, relations }: Scene, sign: 1 | -1): number {
  const strength = (index: number) => sign * (relations.feelings[index] ?? 0);
  const all = [...evidence.keys()];
  const felt = all.filter((index) => evidence[index]?.type === "emotional" && strength(index) >= CLEAR);
  return (felt.length > 0 ? felt : all).reduce((best, index) =>
    strength(index) > strength(best) ? index : best,
  );
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
      said: `Feeling gathers around ${named(shared)}, in ${numberWord(shared.seeds.length)} memories, and it ${way}`,
      uses: shared.seeds,
    },
  ];
}

/** Whether the newer half feels otherwise than the older. */
export function course(scene: Scene): Finding[] {
  const { feelings } = scene.relations;
  const half = Math.floor(feelings.length / 2);
  if (half < 2) return [];
  const [older, newer] = [feelings.slice(0, half), feelings.slice(-half)];
  const shift = meanOf(newer) - meanOf(older);
  const uses = [0, feelings.length - 1];
  // Since a day that is not over nothing can be said to have changed.
  if (Math.abs(shift) < SHIFT || scene.day(0) === scene.day(feelings.length - 1)) return [];
  const [before, after] = [toneOf(meanOf(older)), toneOf(meanOf(newer))];
  // What has one name before and after is no change that could be told of.
  if (before === after) return [];
  return [
    {
      said: `Since ${scene.day(0)} the tone has ${shift > 0 ? "brightened" : "darkened"}, from ${before} to ${after}`,
      uses,
    },
  ];
}

function toneOf(mean: number): string {
  return mean >= CLEAR ? "glad" : mean <= -CLEAR ? "troubled" : "even";
}
