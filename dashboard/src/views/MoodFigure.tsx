/** A calm figure of the mood: its colour follows valence, its motion arousal. It stands still on request. */
import { useId, type CSSProperties } from "react";

interface Feeling {
  /** −1 to 1. */
  readonly valence: number;
  /** 0 to 1. */
  readonly arousal: number;
}

/** From blue by green to amber, as valence rises. */
function hueOf(valence: number): number {
  return valence < 0 ? 175 + 85 * -valence : 175 - 130 * valence;
}

export function MoodFigure({ feeling, still }: { readonly feeling: Feeling; readonly still: boolean }) {
  const { valence, arousal } = feeling;
  const id = useId();
  const style = {
    "--hue": hueOf(valence).toFixed(0),
    "--beat": `${(9 - 6.5 * arousal).toFixed(1)}s`,
    "--turn": `${(60 - 40 * arousal).toFixed(0)}s`,
    "--reach": (1.02 + 0.07 * arousal).toFixed(3),
  } as CSSProperties;
  return (
    <svg
      className={`mood-figure${still ? " still" : ""}`}
      viewBox="-100 -100 200 200"
      style={style}
      role="img"
      aria-label={`Valence ${valence.toFixed(2)}, arousal ${arousal.toFixed(2)}`}
    >
      <defs>
        <radialGradient id={id} cx="38%" cy="34%" r="75%">
          <stop offset="0%" className="glow-in" />
          <stop offset="100%" className="glow-out" />
        </radialGradient>
      </defs>
      <path className="petal one" d={BLOBS[0]} />
      <path className="petal two" d={BLOBS[1]} />
      <path className="petal three" d={BLOBS[2]} />
      <circle className="core" r="44" fill={`url(#${id})`} />
    </svg>
  );
}

const BLOBS = [blob(86, 5, 0.07, 0.3), blob(76, 4, 0.09, 1.7), blob(64, 3, 0.1, 2.6)];

/** A closed curve around the origin with so many soft lobes. */
function blob(radius: number, lobes: number, depth: number, phase: number): string {
  const steps = 72;
  const points = Array.from({ length: steps }, (_, i) => {
    const angle = (2 * Math.PI * i) / steps;
    const reach = radius * (1 + depth * Math.sin(lobes * angle + phase) + 0.04 * Math.sin(2 * angle - phase));
    return `${(reach * Math.cos(angle)).toFixed(1)} ${(reach * Math.sin(angle)).toFixed(1)}`;
  });
  return `M${points.join("L")}Z`;
}
