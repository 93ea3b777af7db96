/** What a loaded module registers: its functions, in the shape the engine calls. */
import type { FunctionKind, LoadedFunction, ValidatorJson } from "../types";

/** The marks that the server library puts on a registered function. */
interface Registered {
  readonly isQuery?: true;
  readonly isMutation?: true;
  readonly isAction?: true;
  readonly isHttp?: true;
  readonly isPublic?: true;
  readonly exportArgs?: () => string;
  readonly exportReturns?: () => string;
  readonly invokeQuery?: (args: string) => Promise<string>;
  readonly invokeMutation?: (args: string) => Promise<string>;
  readonly invokeAction?: (requestId: string, args: string) => Promise<string>;
}

/** A function without the component it is installed in: installations of one definition share it. */
export type ModuleFunction = Omit<LoadedFunction, "address">;

// The context of a call travels beside it, not by an id.
const REQUEST_ID = "";

function kindOf(value: Registered): FunctionKind | null {
  if (value.isQuery === true) return "query";
  if (value.isMutation === true) return "mutation";
  if (value.isAction === true) return "action";
  return value.isHttp === true ? "httpAction" : null;
}

function invoker(kind: FunctionKind, value: Registered): LoadedFunction["invoke"] | null {
  const { invokeQuery, invokeMutation, invokeAction } = value;
  switch (kind) {
    case "query":
      return invokeQuery ?? null;
    case "mutation":
      return invokeMutation ?? null;
    case "action":
      return invokeAction === undefined ? null : (args) => invokeAction(REQUEST_ID, args);
    case "httpAction":
      return () => Promise.reject(new Error("An HTTP action is reached by its route, not by its name."));
  }
}

/**
 * The functions among a module's exports, by export name.
 * @throws what reading a validator throws, such as for one that a circular import left undefined
 */
export function moduleFunctions(namespace: Readonly<Record<string, unknown>>): Map<string, ModuleFunction> {
  const functions = new Map<string, ModuleFunction>();
  for (const [name, value] of Object.entries(namespace)) {
    if (typeof value !== "function") continue;
    const registered = value as Registered;
    const kind = kindOf(registered);
    const invoke = kind === null ? null : invoker(kind, registered);
    if (kind === null || invoke === null) continue;
    functions.set(name, {
      kind,
      visibility: registered.isPublic === true || kind === "httpAction" ? "public" : "internal",
      args: JSON.parse(registered.exportArgs?.() ?? '{"type":"any"}') as ValidatorJson,
      returns: JSON.parse(registered.exportReturns?.() ?? "null") as ValidatorJson | null,
      invoke,
    });
  }
  return functions;
}
