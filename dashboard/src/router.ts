/** The address of a view is in the hash, since paths belong to the REST interface: `#/memory/graph?tick=…`. */
import { useSyncExternalStore } from "react";

export interface Place {
  readonly view: string;
  readonly part: string;
  readonly params: URLSearchParams;
}

export function usePlace(): Place {
  const hash = useSyncExternalStore(subscribe, () => location.hash);
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?");
  const [view = "", part = ""] = path.split("/");
  return { view: view || "now", part, params: new URLSearchParams(query) };
}

/** The address with a parameter set or, by null, taken out. */
export function hrefWith(name: string, value: string | null): string {
  const [path = "", query = ""] = location.hash.replace(/^#\/?/, "").split("?");
  const params = new URLSearchParams(query);
  if (value === null) params.delete(name);
  else params.set(name, value);
  const text = params.toString();
  return `#/${path || "now"}${text === "" ? "" : `?${text}`}`;
}

export function go(href: string): void {
  location.hash = href;
}

function subscribe(changed: () => void): () => void {
  addEventListener("hashchange", changed);
  return () => removeEventListener("hashchange", changed);
}
