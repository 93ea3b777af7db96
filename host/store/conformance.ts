/** Whether documents match the schema of their table. */
import type { ConvexObject } from "../types";
import { tableNumberOf } from "../values/ids";
import { validationError, type TableOf } from "../values/validate";
import type { Tablet, Tablets } from "./tablets";

/** Names the table of an id as a component sees it: ids of other components are no ids there. */
export function tableNames(tablets: Tablets, componentPath: string): TableOf {
  return (id) => {
    const number = tableNumberOf(id);
    const tablet = number === null ? undefined : tablets.numbered(number);
    return tablet?.componentPath === componentPath ? tablet.name : null;
  };
}

/** Why a document does not match the schema, or `null` where it does, or where there is none. */
export function schemaError(tablets: Tablets, tablet: Tablet, document: ConvexObject): string | null {
  if (tablet.documentType === null) return null;
  return validationError(tablet.documentType, document, tableNames(tablets, tablet.componentPath), {
    document: true,
  });
}
