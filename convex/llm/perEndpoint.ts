/** What was found out about endpoints: by address and model, for as long as the process lives. */
import type { Endpoint } from "../lib/settings";

export class PerEndpoint<T> {
  readonly #known = new Map<string, T>();

  /** What was found out about the endpoint last; undefined where nothing was. */
  get(endpoint: Endpoint): T | undefined {
    return this.#known.get(keyOf(endpoint));
  }

  set(endpoint: Endpoint, found: T): void {
    this.#known.set(keyOf(endpoint), found);
  }

  forget(endpoint: Endpoint): void {
    this.#known.delete(keyOf(endpoint));
  }
}

/** A key says nothing of what a model can do. */
function keyOf({ baseUrl, model }: Endpoint): string {
  return `${baseUrl} ${model}`;
}
