/** What the agent remembers and knows, in parts. */
import { lazy, Suspense } from "react";
import { Loading } from "../ui/basics";
import { Memories } from "./Memories";

const Changes = lazy(() => import("./Changes"));
const Figures = lazy(() => import("./Figures"));
const Graph = lazy(() => import("./Graph"));
const Knowledge = lazy(() => import("./Knowledge"));
const Themes = lazy(() => import("./Themes"));

const PARTS = [
  ["", "Memories"],
  ["graph", "Graph"],
  ["themes", "Themes"],
  ["knowledge", "Knowledge"],
  ["changes", "Changes"],
  ["stats", "Figures"],
] as const;

export default function Memory({
  part,
  params,
}: {
  readonly part: string;
  readonly params: URLSearchParams;
}) {
  const [tag, adding] = [params.get("tag") ?? "", params.has("add")];
  return (
    <div className="view">
      <header className="view-head">
        <h1>Memory</h1>
        <nav className="segments" aria-label="Parts of memory">
          {PARTS.map(([id, label]) => (
            <a key={id} href={`#/memory${id && `/${id}`}`} aria-current={id === part ? "page" : undefined}>
              {label}
            </a>
          ))}
        </nav>
      </header>
      <Suspense fallback={<Loading lines={8} />}>
        {part === "graph" ? (
          <Graph />
        ) : part === "themes" ? (
          <Themes />
        ) : part === "stats" ? (
          <Figures />
        ) : part === "knowledge" ? (
          <Knowledge />
        ) : part === "changes" ? (
          <Changes />
        ) : (
          <Memories key={tag} {...{ tag, adding }} />
        )}
      </Suspense>
    </div>
  );
}
