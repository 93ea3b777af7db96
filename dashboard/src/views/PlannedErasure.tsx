/** The plan of an erasure of chosen memories, with what rests on them or without, and the buttons that carry it out or drop it. */
import type { Erasure } from "../../../client";
import type { ActionState } from "../service/rest";
import { Button, Failure, Loading } from "../ui/basics";
import { ErasurePlan } from "./Erasing";

interface Props {
  readonly label: string;
  /** What is erased, in a sentence. */
  readonly them: "it" | "them";
  readonly plan: ActionState<Erasure>;
  readonly erasing: ActionState<Erasure>;
  readonly derived: boolean;
  readonly onDerived: (derived: boolean) => void;
  readonly onErase: (planId: string) => void;
  readonly onCancel: () => void;
}

export function PlannedErasure({ label, them, plan, erasing, derived, onDerived, onErase, onCancel }: Props) {
  const known = plan.status === "done" ? plan.answer : null;
  const busy = erasing.status === "running";
  return (
    <section className="card stack" aria-label={label}>
      {plan.status === "failed" ? (
        <Failure error={plan.error} retry={() => onDerived(derived)} />
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
          onChange={({ target }) => onDerived(target.checked)}
        />
        Erase the reflections, thoughts and memories that rest on {them}, too
      </label>
      {erasing.status === "failed" && <Failure error={erasing.error} />}
      <div className="row end">
        <Button look="quiet" onClick={onCancel}>
          Keep {them}
        </Button>
        <Button
          look="danger"
          disabled={known === null || busy}
          onClick={() => known !== null && onErase(known.planId)}
        >
          {busy ? "Erasing…" : "Erase for good"}
        </Button>
      </div>
    </section>
  );
}
