/** Erasing by a filter: a plan first, then, where the person says so, what it names. */
import { useState, type FormEvent } from "react";
import type { EraseRequest } from "../../../client";
import { useAction } from "../service/rest";
import { Button, Failure, Field } from "../ui/basics";
import { FoldingCard } from "../ui/FoldingCard";
import { Curl } from "./Action";
import { eraseAndWait, ErasurePlan, ErasureReceipt } from "./Erasing";

export function EraseAction() {
  const [words, setWords] = useState("");
  const [from, setFrom] = useState("");
  const [scope, setScope] = useState("");
  const [derived, setDerived] = useState(false);
  const plan = useAction("write", (service, request: EraseRequest) => eraseAndWait(service, request));
  const erasing = useAction("write", (service, planId: string) => eraseAndWait(service, { planId }));
  const filter = {
    ...(words.trim() === "" ? {} : { text: words }),
    ...(from.trim() === "" ? {} : { from }),
    ...(scope.trim() === "" ? {} : { scope }),
  };
  const ready = Object.keys(filter).length > 0;
  const body = { ...filter, ...(derived ? { derived } : {}) };
  const known = plan.state.status === "done" ? plan.state.answer : null;
  const busy = plan.state.status === "running" || erasing.state.status === "running";
  const change = (set: (value: string) => void) => (value: string) => {
    set(value);
    plan.reset();
    erasing.reset();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    erasing.reset();
    if (ready && !busy) void plan.run(body);
  };
  return (
    <FoldingCard
      title="Erase"
      about="Whatever holds all that is given here. The plan says how much that is; nothing is erased before."
    >
      <form className="stack" onSubmit={submit}>
        <Field label="Words" note="In any text, in this order.">
          <input maxLength={1024} value={words} onChange={({ target }) => change(setWords)(target.value)} />
        </Field>
        <div className="fields">
          <Field label="Sender">
            <input maxLength={128} value={from} onChange={({ target }) => change(setFrom)(target.value)} />
          </Field>
          <Field label="Scope">
            <input maxLength={128} value={scope} onChange={({ target }) => change(setScope)(target.value)} />
          </Field>
        </div>
        <label className="check">
          <input
            type="checkbox"
            checked={derived}
            onChange={({ target }) => {
              setDerived(target.checked);
              plan.reset();
            }}
          />
          And what was made from it
        </label>
        <div className="row">
          <Button type="submit" disabled={!ready || busy}>
            Plan the erasure
          </Button>
        </div>
        {busy && <progress aria-label="Erase: under way" />}
        {plan.state.status === "failed" && <Failure error={plan.state.error} />}
        {erasing.state.status === "failed" && <Failure error={erasing.state.error} />}
        {erasing.state.status === "done" ? (
          <ErasureReceipt erasure={erasing.state.answer} />
        ) : (
          known !== null && (
            <div className="outcome stack" role="status">
              <ErasurePlan plan={known} />
              {known.total > 0 && (
                <div className="row">
                  <Button look="danger" disabled={busy} onClick={() => void erasing.run(known.planId)}>
                    Erase for good
                  </Button>
                </div>
              )}
            </div>
          )
        )}
        <Curl kind="write" path="/erase" body={body} />
      </form>
    </FoldingCard>
  );
}
