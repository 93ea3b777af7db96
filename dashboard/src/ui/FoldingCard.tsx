/** A card that opens and closes by its title. On a narrow screen it begins closed, so that a page of several stays short. */
import { useId, type ReactNode } from "react";

const roomy = matchMedia("(min-width: 48rem)");

interface Props {
  readonly title: string;
  /** What it is for, in a sentence. */
  readonly about: string;
  /** Open at first on any screen. */
  readonly open?: boolean;
  readonly children: ReactNode;
}

export function FoldingCard({ title, about, open = roomy.matches, children }: Props) {
  const id = useId();
  return (
    <section className="card" aria-labelledby={id}>
      <details className="folding" open={open}>
        <summary>
          <h2 id={id}>{title}</h2>
          <span className="quiet">{about}</span>
        </summary>
        {children}
      </details>
    </section>
  );
}
