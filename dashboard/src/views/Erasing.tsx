/** Erasing in two steps: a plan that says what would go, and the receipt of what went. */
import { erase, getErasure, type Erasure, type EraseRequest, type Service } from "../../../client";
import { DEPENDENT_KINDS, PLANNED_KINDS } from "../../../mind/enums";
import { plural } from "../format";
import { Tag } from "../ui/basics";

const POLL_MS = 1_000;

/** Plans, or carries out a plan, and waits until that is done, however many rows it takes. */
export async function eraseAndWait(service: Service, request: EraseRequest): Promise<Erasure> {
  let latest: Erasure = await erase(service, request);
  while (latest.status === "planning" || latest.status === "erasing") {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    latest = await getErasure(service, latest.planId);
  }
  return latest;
}

type Counts = Readonly<Partial<Record<string, number>>>;

const NAMES: Readonly<Record<string, readonly [one: string, several: string]>> = {
  memory: ["memory", "memories"],
  knowledge: ["item of knowledge", "items of knowledge"],
  log: ["log entry", "log entries"],
  reflection: ["reflection", "reflections"],
  reply: ["reply", "replies"],
};

/** "2 memories, 1 note"; null for nothing. */
function counted(counts: Counts): string | null {
  const kinds = new Set([...PLANNED_KINDS, ...DEPENDENT_KINDS]);
  const parts = [...kinds].flatMap((kind) => {
    const count = counts[kind] ?? 0;
    return count === 0 ? [] : [plural(count, ...(NAMES[kind] ?? ([kind, `${kind}s`] as const)))];
  });
  return parts.length === 0 ? null : parts.join(", ");
}

export function ErasurePlan({ plan }: { readonly plan: Erasure }) {
  const dependent = counted(plan.derivedCounts);
  return (
    <>
      <p>
        This erases {counted(plan.counts) ?? "nothing"} for good, with earlier versions, vectors, links and
        places in themes. Nobody can bring it back.
      </p>
      {dependent !== null && (
        <p>
          {plan.withDerived ? "It also erases what rests on it: " : "This rests on it and stays: "}
          {dependent}.
        </p>
      )}
    </>
  );
}

export function ErasureReceipt({ erasure }: { readonly erasure: Erasure }) {
  const { receipt, withDerived, derived } = erasure;
  if (receipt === undefined) return null;
  const { erased, changed, probes, storage } = receipt;
  const found = probes.filter(({ foundIn }) => foundIn.length > 0);
  return (
    <section className="stack" role="status" aria-label="Receipt">
      <p className="voice">Erased: {counted(erased) ?? "nothing"}.</p>
      {changed > 0 && <p>{plural(changed, "row")} had changed since the plan, and stayed.</p>}
      {probes.length > 0 && (
        <p>
          {plural(probes.length, "excerpt")} of the erased texts {probes.length === 1 ? "was" : "were"}{" "}
          searched for afterwards: {found.length === 0 ? "found nowhere." : "still found here:"}
        </p>
      )}
      {found.length > 0 && (
        <ul className="stack">
          {found.map(({ number, kind, foundIn }) => (
            <li key={number}>
              Excerpt {number}, of a {kind}: {foundIn.join(", ")}
            </li>
          ))}
        </ul>
      )}
      {!withDerived && derived.length > 0 && (
        <>
          <p>This rested on it, and stays:</p>
          <ul className="stack">
            {derived.map(({ kind, _id }) => (
              <li key={_id}>
                <Tag>{kind}</Tag> <code>{_id}</code>
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="quiet">{storage.step}</p>
    </section>
  );
}
