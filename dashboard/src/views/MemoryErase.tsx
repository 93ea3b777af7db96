/** Erasing one memory: its plan, then its receipt. */
import { useEffect, useState } from "react";
import type { Erasure, EraseRequest, VersionedMemory } from "../../../client";
import { useAction } from "../service/rest";
import { Button, Failure, Loading } from "../ui/basics";
import { eraseAndWait, ErasurePlan } from "./Erasing";

export function MemoryErase({
  memory,
  onErasing,
  onErased,
  onCancel,
}: {
  readonly memory: VersionedMemory;
  readonly onErasing: (erasing: boolean) => void;
  readonly onErased: (receipt: Erasure) => void;
  readonly onCancel: () => void;
}) {
  const [derived, setDerived] = useState(false);
  const plan = useAction("write", (service, request: EraseRequest) => eraseAndWait(service, request));
  const erasing = useAction("write", (service, planId: string) => eraseAndWait(service, { planId }));
  const known = plan.state.status === "done" ? plan.state.answer : null;
  const { run } = plan;
  const planWith = (withDerived: boolean): void => {
    setDerived(withDerived);
    void run({ ids: [memory._id], derived: withDerived });
  };
  useEffect(() => {
    void run({ ids: [memory._id] }).then((made) => {
      if (made === null) onCancel();
    });
    // Planned once, when it opens: `run` and `onCancel` are made anew in every rendering.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [memory._id, memory.version]);
  const erase = async (planId: string): Promise<void> => {
    onErasing(true);
    const receipt = await erasing.run(planId);
    if (receipt === null) onErasing(false);
    else onErased(receipt);
  };
  const busy = erasing.state.status === "running";
  return (
    <section className="card stack" aria-label="Erase this memory">
      {known === null ? <Loading /> : <ErasurePlan plan={known} />}
      <label className="check">
        <input
          type="checkbox"
          disabled={known === null || busy}
          checked={derived}
          onChange={({ target }) => planWith(target.checked)}
        />
        Erase the reflections, thoughts and memories that rest on it, too
      </label>
      {plan.state.status === "failed" && <Failure error={plan.state.error} />}
      {erasing.state.status === "failed" && <Failure error={erasing.state.error} />}
      <div className="row end">
        <Button look="quiet" onClick={onCancel}>
          Keep it
        </Button>
        <Button
          look="danger"
          disabled={known === null || busy}
          onClick={() => known !== null && void erase(known.planId)}
        >
          {busy ? "Erasing…" : "Erase for good"}
        </Button>
      </div>
    </section>
  );
}
