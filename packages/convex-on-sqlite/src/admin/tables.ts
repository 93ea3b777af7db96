/** The component in which a system function was called, and the tables of a component. */
import { currentContext } from "../engine/runningCall";
import type { EngineParts } from "../engine/engine";
import type { Tablet } from "../store/tablets";
import type { LoadedComponent } from "../types";

export function componentHere({ app }: Pick<EngineParts, "app">): LoadedComponent {
  const path = currentContext()?.address.componentPath;
  const component = path === undefined ? undefined : app.components.get(path);
  if (component === undefined) throw new Error("A system function runs in a component.");
  return component;
}

/** The users' tables of a component, by name. */
export function tablesOf({ tablets }: Pick<EngineParts, "tablets">, componentPath: string): Tablet[] {
  return [...tablets.all()]
    .filter((tablet) => tablet.componentPath === componentPath && !tablet.isSystem)
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}
