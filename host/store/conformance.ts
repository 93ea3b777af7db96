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

/** How a document fails the schema, or `null` where it doesn't, or where there is none. No schema declares the system fields. */
export function schemaMismatch(tablets: Tablets, tablet: Tablet, document: ConvexObject): Mismatch | null {
  if (tablet.documentType === null) return null;
  const { _id, _creationTime, ...fields } = document;
  return findMismatch(tablet.documentType, fields, tableNames(tablets, tablet.componentPath));
}
