/** Erasing one memory: its plan, then its receipt. */
import { useEffect, useState } from "react";
import type { Erasure, EraseRequest, VersionedMemory } from "../../../client";
import { useAction } from "../service/rest";
import { eraseAndWait } from "./Erasing";
import { PlannedErasure } from "./PlannedErasure";

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
  const { run } = plan;
  const planWith = (withDerived: boolean): void => {
    setDerived(withDerived);
    void run({ ids: [memory._id], derived: withDerived }, onCancel);
  };
  useEffect(() => {
    void run({ ids: [memory._id] }, onCancel);
    // Planned once, when it opens: `run` and `onCancel` are made anew in every rendering.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [memory._id, memory.version]);
  const erase = async (planId: string): Promise<void> => {
    onErasing(true);
    const receipt = await erasing.run(planId);
    if (receipt === null) onErasing(false);
    else onErased(receipt);
  };
  return (
    <PlannedErasure
      label="Erase this memory"
      them="it"
      plan={plan.state}
      erasing={erasing.state}
      derived={derived}
      onDerived={planWith}
      onErase={(planId) => void erase(planId)}
      onCancel={onCancel}
    />
  );
}
