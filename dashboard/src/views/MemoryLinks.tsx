/** The links of a memory, both ways. */
import { useState } from "react";
import { getMemory, readLinkedMemory, type LinkedMemory } from "../../../client";
import { hrefWith } from "../router";
import { useRequest } from "../service/rest";
import { Button, Failure, Loading } from "../ui/basics";

export function MemoryLinks({ id, version }: { readonly id: string; readonly version: number }) {
  const linked = useRequest(`${id} ${version}`, (service, signal) =>
    readLinkedMemory(service, { id }, { signal }),
  );
  const { data, error } = linked;
  if (data === undefined)
    return error === null ? <Loading /> : <Failure error={error} retry={linked.reload} />;
  return (
    <section className="stack">
      <h3>Links</h3>
      {data.links.length + data.backlinks.length === 0 && (
        <p className="quiet">It is linked to no other memory.</p>
      )}
      <LinkList links={data.links.map(({ targetId, ...rest }) => ({ id: targetId, ...rest }))} way="to" />
      <LinkList
        links={data.backlinks.map(({ sourceId, ...rest }) => ({ id: sourceId, ...rest }))}
        way="from"
      />
    </section>
  );
}

const SHOWN_LINKS = 6;
type Ends = Pick<LinkedMemory["links"][number], "type" | "strength"> & { readonly id: string };

function LinkList({ links, way }: { readonly links: readonly Ends[]; readonly way: "to" | "from" }) {
  const [all, setAll] = useState(false);
  if (links.length === 0) return null;
  const shown = all ? links : links.slice(0, SHOWN_LINKS);
  return (
    <ul className="link-list" aria-label={way === "to" ? "Links out of it" : "Links to it"}>
      {shown.map((link) => (
        <li key={`${link.id} ${link.type}`}>
          <LinkedLine link={link} way={way} />
        </li>
      ))}
      {shown.length < links.length && (
        <li>
          <Button look="quiet" onClick={() => setAll(true)}>
            {links.length - shown.length} more
          </Button>
        </li>
      )}
    </ul>
  );
}

function LinkedLine({ link, way }: { readonly link: Ends; readonly way: "to" | "from" }) {
  const other = useRequest(link.id, (service, signal) => getMemory(service, link.id, { signal }));
  return (
    <a href={hrefWith("memory", link.id)}>
      <span className="quiet">
        {link.type.replace("_", " ")} {way === "to" ? "→" : "←"} {link.strength.toFixed(2)}
      </span>{" "}
      {other.data?.content.slice(0, 140) ?? (other.error === null ? "…" : link.id)}
    </a>
  );
}
