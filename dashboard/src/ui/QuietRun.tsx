/** A run of quiet ticks as one line, which a press unfolds into its entries. */
import { useState, type ReactNode } from "react";
import { plural } from "../format";

interface Props {
  /** The words of its newest entry: "Quiet since 03:54." */
  readonly words: string | undefined;
  readonly ticks: number;
  /** The line around the button. */
  readonly line: (button: ReactNode) => ReactNode;
  /** The entries, shown below the line while it is unfolded. */
  readonly children: ReactNode;
}

export function QuietRun({ words = "Quiet", ticks, line, children }: Props) {
  const [open, setOpen] = useState(false);
  const button = (
    <button type="button" className="quiet-run" aria-expanded={open} onClick={() => setOpen(!open)}>
      <span>{words}</span>
      <span className="quiet">{plural(ticks, "tick")}</span>
    </button>
  );
  return (
    <>
      {line(button)}
      {open && children}
    </>
  );
}
