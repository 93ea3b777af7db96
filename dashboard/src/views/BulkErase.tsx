/** Erasing chosen memories: what goes is told first, and nothing brings it back. */
import { useEffect, useState } from "react";
import type { EraseRequest } from "../../../client";
import { useAction } from "../service/rest";
import { Button } from "../ui/basics";
import { eraseAndWait, ErasureReceipt } from "./Erasing";
import { PlannedErasure } from "./PlannedErasure";

/** The service plans as many ids at once. */
export const MOST_ERASED = 256;

interface Props {
  readonly ids: readonly string[];
  readonly onErased: () => void;
  readonly onCancel: () => void;
}

export function BulkErase({ ids, onErased, onCancel }: Props) {
  const [derived, setDerived] = useState(false);
  const plan = useAction("write", (service, request: EraseRequest) => eraseAndWait(service, request));
  const erasing = useAction("write", (service, planId: string) => eraseAndWait(service, { planId }));
  const tooMany = ids.length > MOST_ERASED;
  const planWith = (withDerived: boolean): void => {
    setDerived(withDerived);
    void plan.run({ ids, derived: withDerived }, onCancel);
  };
  useEffect(() => {
    if (!tooMany) planWith(false);
    // Planned once: another choice is another element.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  if (tooMany) return <p role="alert">At most {MOST_ERASED} memories are erased at once: choose fewer.</p>;
  if (erasing.state.status === "done")
    return (
      <div className="stack">
        <ErasureReceipt erasure={erasing.state.answer} />
        <div className="row end">
          <Button onClick={onErased}>Done</Button>
        </div>
      </div>
    );
  return (
    <PlannedErasure
      label="Erase the chosen memories"
      them="them"
      plan={plan.state}
      erasing={erasing.state}
      derived={derived}
      onDerived={planWith}
      onErase={(planId) => void erasing.run(planId)}
      onCancel={onCancel}
    />
  );
}
