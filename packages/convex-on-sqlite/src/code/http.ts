/** Reads the default export of the app's `http` module. */
import type { HttpLookup, HttpRoute } from "../types";
import { LoadError } from "./loadError";

interface Router {
  readonly isRouter: true;
  lookup(
    path: string,
    method: string,
  ): readonly [{ invokeHttpAction(request: Request): Promise<Response> }, string, string] | null;
  getRoutes(): readonly (readonly [path: string, method: string, action: unknown])[];
}

function isRouter(value: unknown): value is Router {
  return typeof value === "object" && value !== null && "isRouter" in value && "lookup" in value;
}

/**
 * The routes of a router. `HEAD` matches the routes of `GET`.
 * @throws {LoadError} when the module's default export is not a router
 */
export function readRoutes(exported: unknown): HttpLookup {
  if (!isRouter(exported)) throw new LoadError("The http module must export httpRouter() as its default.");
  return (path, method) => {
    const found = exported.lookup(path, method);
    if (found === null) return null;
    const [action, registeredMethod, pattern] = found;
    return {
      handle: (request) => action.invokeHttpAction(request),
      route: `${registeredMethod} ${pattern}`,
    };
  };
}

/** The paths and methods of a router; a path that ends with `*` is a prefix. None for anything else. */
export function listRoutes(exported: unknown): HttpRoute[] {
  return isRouter(exported) ? exported.getRoutes().map(([path, method]) => ({ path, method })) : [];
}
