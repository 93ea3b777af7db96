/** Checks documents against the schema of their table. */
import type { ConvexObject } from "../types";
import { tableNumberOf } from "../values/ids";
import { findMismatch, type Mismatch, type TableOf } from "../values/validate";
import type { Tablet, Tablets } from "./tablets";

/** Resolves the table of an id as a component sees it: ids of other components are unknown to it. */
export function tableNames(tablets: Tablets, componentPath: string): TableOf {
  return (id) => {
    const number = tableNumberOf(id);
    const tablet = number === null ? undefined : tablets.numbered(number);
    return tablet?.componentPath === componentPath ? tablet.name : null;
  };
}

/** The first mismatch of a document with its schema, or `null`. System fields are not part of a schema. */
export function schemaMismatch(tablets: Tablets, tablet: Tablet, document: ConvexObject): Mismatch | null {
  if (tablet.documentType === null) return null;
  const { _id, _creationTime, ...fields } = document;
  return findMismatch(tablet.documentType, fields, tableNames(tablets, tablet.componentPath));
}
