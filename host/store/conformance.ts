/** Whether documents match the schema of their table. */
import type { ConvexObject } from "../types";
import { tableNumberOf } from "../values/ids";
import { findMismatch, type Mismatch, type TableOf } from "../values/validate";
import type { Tablet, Tablets } from "./tablets";

/** Names the table of an id as a component sees it: ids of other components are no ids there. */
export function tableNames(tablets: Tablets, componentPath: string): TableOf {
  return (id) => {
    const number = tableNumberOf(id);
    const tablet = number === null ? undefined : tablets.numbered(number);
    return tablet?.componentPath === componentPath ? tablet.name : null;
  };
}

/** How a document fails the schema, or `null` where it doesn't, or where there is none. */
export function schemaMismatch(tablets: Tablets, tablet: Tablet, document: ConvexObject): Mismatch | null {
  if (tablet.documentType === null) return null;
  return findMismatch(tablet.documentType, document, tableNames(tablets, tablet.componentPath), {
    document: true,
  });
}
