/** The functions that a loaded module exports, in the form that the engine calls. */
import type { LoadedFunction, ValidatorJson } from "../types";

/** The properties that the server library sets on a registered function. */
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

/** A function without its component: all installations of one definition share it. */
export type ModuleFunction = Omit<LoadedFunction, "address">;

// engine/runningCall.ts follows a call, not a request id.
const REQUEST_ID = "";

function rejectCallByName(): Promise<string> {
  return Promise.reject(new Error("An HTTP action is reached by its route, not by its name."));
}

/** The kind of a registered function and how to call it; `null` if the value is not one. */
function callable(value: Registered): Pick<LoadedFunction, "kind" | "invoke"> | null {
  const { invokeQuery, invokeMutation, invokeAction } = value;
  if (value.isQuery === true && invokeQuery !== undefined) return { kind: "query", invoke: invokeQuery };
  if (value.isMutation === true && invokeMutation !== undefined)
    return { kind: "mutation", invoke: invokeMutation };
  if (value.isAction === true && invokeAction !== undefined)
    return { kind: "action", invoke: (args) => invokeAction(REQUEST_ID, args) };
  return value.isHttp === true ? { kind: "httpAction", invoke: rejectCallByName } : null;
}

/**
 * The functions among a module's exports, by export name.
 * @param inNode whether the module starts with "use node"
 * @throws the error of a validator that can't be read, such as one that a circular import left undefined
 */
export function moduleFunctions(
  namespace: Readonly<Record<string, unknown>>,
  inNode = false,
): Map<string, ModuleFunction> {
  const functions = new Map<string, ModuleFunction>();
  for (const [name, value] of Object.entries(namespace)) {
    if (typeof value !== "function") continue;
    const registered = value as Registered;
    const found = callable(registered);
    if (found === null) continue;
    functions.set(name, {
      ...found,
      inNode,
      visibility: registered.isPublic === true || registered.isHttp === true ? "public" : "internal",
      args: JSON.parse(registered.exportArgs?.() ?? '{"type":"any"}') as ValidatorJson,
      returns: JSON.parse(registered.exportReturns?.() ?? "null") as ValidatorJson | null,
    });
  }
  return functions;
}
