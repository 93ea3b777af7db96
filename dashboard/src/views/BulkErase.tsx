/** Erasing chosen memories: what goes is told first, and nothing brings it back. */
import { useEffect, useState } from "react";
import type { EraseRequest } from "../../../client";
import { useAction } from "../service/rest";
import { Button, Failure, Loading } from "../ui/basics";
import { eraseAndWait, ErasurePlan, ErasureReceipt } from "./Erasing";

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
  const known = plan.state.status === "done" ? plan.state.answer : null;
  const tooMany = ids.length > MOST_ERASED;
  const [planned, setPlanned] = useState(false);
  const planWith = (withDerived: boolean): void => {
    setDerived(withDerived);
    void plan.run({ ids, derived: withDerived }).then(() => setPlanned(true));
  };
  useEffect(() => {
    if (!tooMany) planWith(false);
    // Planned once: another choice is another element.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  // No plan and no failure: the person gave no token.
  const declined = planned && plan.state.status === "idle";
  useEffect(() => {
    if (declined) onCancel();
    // oxlint-disable-next-line react/exhaustive-deps -- made anew in every rendering
  }, [declined]);
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
  const busy = erasing.state.status === "running";
  return (
    <section className="card stack" aria-label="Erase the chosen memories">
      {plan.state.status === "failed" ? (
        <Failure error={plan.state.error} retry={() => planWith(derived)} />
      ) : known === null ? (
        <Loading />
      ) : (
        <ErasurePlan plan={known} />
      )}
      <label className="check">
        <input
          type="checkbox"
          disabled={known === null || busy}
          checked={derived}
          onChange={({ target }) => planWith(target.checked)}
        />
        Erase the reflections, thoughts and memories that rest on them, too
      </label>
      {erasing.state.status === "failed" && <Failure error={erasing.state.error} />}
      <div className="row end">
        <Button look="quiet" onClick={onCancel}>
          Keep them
        </Button>
        <Button
          look="danger"
          disabled={known === null || busy}
          onClick={() => known !== null && void erasing.run(known.planId)}
        >
          {busy ? "Erasing…" : "Erase for good"}
        </Button>
      </div>
    </section>
  );
}
