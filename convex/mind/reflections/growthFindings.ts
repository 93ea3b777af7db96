/** What a reflection on growth finds: what was overturned, what is new and gone, and how long the way was. */
import { course } from "./emotionalFindings";
import { hardTensions, named, quote, type Finding, type Scene } from "./reflectionScene";
import type { Shared } from "../thoughts/sharedMatters";
import { termsOf } from "../language/tokens";
import { sentenceCase } from "../language/wording";

/** Within so long there is no telling growth from a busy day. */
const TOO_SHORT_MS = 86_400_000;

/** The findings, in the order in which they are told. */
export function growthFindings(scene: Scene): Finding[] {
  return [...overturned(scene), ...newAndGone(scene), ...course(scene), ...span(scene)];
}

/** What was held before and is said otherwise now, as far as words and figures tell. */
function overturned(scene: Scene): Finding[] {
  const [tension] = hardTensions(scene);
  if (tension === undefined) return [];
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

/**
 * Subjects that only the newer half has, and that only the older had. "Since" a day says that the day is over: it is said
 * only where there is evidence of later days, which shows that there was something to hear.
 */
function newAndGone(scene: Scene): Finding[] {
  const { evidence, relations } = scene;
  const half = Math.floor(evidence.length / 2);
  if (half < 2) return [];
  const fresh = relations.shared.find(({ seeds }) => seeds.every((seed) => seed >= half));
  const gone = relations.shared.find(({ seeds }) => seeds.every((seed) => seed < half));
  const lasting = relations.shared.find(
    (shared) =>
      shared.seeds.some((seed) => seed < half) &&
      shared.seeds.some((seed) => seed >= half) &&
      isThroughout(scene, shared),
  );
  return [
    ...(fresh === undefined ? [] : come(scene, fresh)),
    ...(gone === undefined ? [] : left(scene, gone)),
    ...(lasting === undefined
      ? []
      : [{ said: `${named(lasting)} has stayed with me throughout`, uses: lasting.seeds }]),
  ].map(({ said, uses }) => ({ said: sentenceCase(said), uses }));
}

/** What came up within an hour has not stayed: it is told of over a day at least, and over half of the time looked at. */
function isThroughout({ evidence }: Scene, { seeds }: Shared): boolean {
  const spanOf = (moments: readonly number[]) => Math.max(...moments) - Math.min(...moments);
  const span = spanOf(seeds.flatMap((seed) => evidence[seed]?.createdAt ?? []));
  return span >= TOO_SHORT_MS && 2 * span >= spanOf(evidence.map(({ createdAt }) => createdAt));
}

/** What has come up is new only after a day without it. */
function come(scene: Scene, fresh: Shared): Finding[] {
  const day = scene.day(Math.min(...fresh.seeds));
  if (day === scene.day(0)) return [];
  const isOver = day !== scene.day(Math.max(...fresh.seeds));
  const said = isOver ? `${named(fresh)} has come up since ${day}` : `${named(fresh)} came up on ${day}`;
  return [{ said, uses: fresh.seeds }];
}

/** Only some of what is remembered was looked at: of the rest nothing is claimed. */
function left(scene: Scene, gone: Shared): Finding[] {
  const terms = termsOf(gone.name);
  const holds = (content: string) => {
    const held = new Set(termsOf(content));
    return terms.every((term) => held.has(term));
  };
  const last = scene.evidence.findLastIndex(
    ({ content }, index) => gone.seeds.includes(index) || holds(content),
  );
  const day = scene.day(last);
  if (day === scene.day(scene.evidence.length - 1)) return [];
  return [
    {
      said: `in what I looked at, nothing later than ${day} speaks of ${named(gone)}`,
      uses: gone.seeds,
    },
  ];
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
        isThin: true,
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
