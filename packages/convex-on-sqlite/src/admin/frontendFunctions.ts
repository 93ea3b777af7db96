/** The dashboard's list of functions. */
import { queryGeneric as query } from "convex/server";
import { v, type Value } from "convex/values";
import { functionName } from "../engine/addresses";
import type { LoadedComponent } from "../types";
import { cronSpecOf } from "./frontendCrons";
import { componentId } from "./componentId";
import { splitName, udfTypeOf } from "./functions";
import type { SystemModules, SystemParts } from "./systemFunctions";
import { componentHere } from "./tables";

export function functionModules(parts: SystemParts): SystemModules {
  return {
    modules: {
      list: query({ args: { componentId }, handler: () => modulesOf(parts, componentHere(parts)) }),
      listForAllComponents: query({
        args: {},
        handler: () =>
          [...parts.app.components.values()].map((component) => [
            component.path === "" ? null : component.path,
            modulesOf(parts, component),
          ]),
      }),
      argsValidator: query({
        args: { componentId, function: v.string() },
        handler: (_ctx, { function: name }) => {
          const found = componentHere(parts).functions.get(functionName(name));
          return found === undefined ? null : JSON.stringify(found.args);
        },
      }),
    },
  };
}

/** The modules of a component by path, with their functions; the HTTP routes belong to `http.js`. */
function modulesOf({ app }: SystemParts, component: LoadedComponent): [string, Record<string, Value>][] {
  const modules = new Map<string, Value[]>();
  const add = (module: string, name: string, udfType: string, visibility: string): void => {
    const functions = modules.get(module) ?? [];
    modules.set(module, functions);
    functions.push({ name, udfType, visibility: { kind: visibility } });
  };
  for (const fn of component.functions.values()) {
    const { module, exported } = splitName(fn.address.name);
    if (fn.kind !== "httpAction") add(module, exported, udfTypeOf(fn), fn.visibility);
  }
  if (component.path === "") {
    for (const { path, method } of app.routes ?? [])
      add("http.js", `${method} ${path}`, "HttpAction", "public");
  }
  const crons = component.crons.map((cron): Value => [cron.identifier, cronSpecOf(cron)]);
  if (crons.length > 0) modules.set("crons.js", modules.get("crons.js") ?? []);
  return [...modules].map(([path, functions]) => [
    path,
    // The package of sources changes only with a restart.
    { functions, sourcePackageId: "local", ...(path === "crons.js" ? { cronSpecs: crons } : {}) },
  ]);
}
