/** The shapes of tables for the dashboard's columns. Convex infers them from documents; here the schema tells them. */
import type { EngineParts } from "../engine/engine";
import type { ValidatorJson } from "../types";
import { tablesOf } from "./tables";

type Shape =
  | { readonly type: "Unknown" | "Never" | "Null" | "Int64" | "Boolean" | "String" | "Bytes" }
  | { readonly type: "Float64"; readonly float64Range: Record<string, never> }
  | { readonly type: "Id"; readonly tableName: string }
  | { readonly type: "Array"; readonly shape: Shape }
  | { readonly type: "Union"; readonly shapes: readonly Shape[] }
  | { readonly type: "Object"; readonly fields: readonly Field[] }
  | { readonly type: "Record"; readonly keyShape: Shape; readonly valueShape: Omit<Field, "fieldName"> };

interface Field {
  readonly fieldName: string;
  readonly optional: boolean;
  readonly shape: Shape;
}

const FLOAT: Shape = { type: "Float64", float64Range: {} };

/** The shape of each table of a component, by name. */
export function tableShapes(
  parts: Pick<EngineParts, "tablets">,
  componentPath: string,
): Record<string, Shape> {
  return Object.fromEntries(
    tablesOf(parts, componentPath).map(({ name, documentType }) => [name, documentShape(name, documentType)]),
  );
}

function documentShape(table: string, documentType: ValidatorJson | null): Shape {
  const shape = shapeOf(documentType ?? { type: "any" });
  if (shape.type === "Union")
    return { type: "Union", shapes: shape.shapes.map((one) => withSystemFields(one, table)) };
  return withSystemFields(shape, table);
}

function withSystemFields(shape: Shape, tableName: string): Shape {
  if (shape.type !== "Object") return shape;
  const system: Field[] = [
    { fieldName: "_id", optional: false, shape: { type: "Id", tableName } },
    { fieldName: "_creationTime", optional: false, shape: FLOAT },
  ];
  return { type: "Object", fields: [...system, ...shape.fields] };
}

function shapeOf(validator: ValidatorJson): Shape {
  switch (validator.type) {
    case "any":
      return { type: "Unknown" };
    case "null":
      return { type: "Null" };
    case "number":
      return FLOAT;
    case "bigint":
    case "commitTs":
      return { type: "Int64" };
    case "boolean":
      return { type: "Boolean" };
    case "string":
      return { type: "String" };
    case "bytes":
      return { type: "Bytes" };
    case "id":
      return { type: "Id", tableName: validator.tableName };
    case "literal": {
      const { value } = validator;
      if (typeof value === "string") return { type: "String" };
      if (typeof value === "boolean") return { type: "Boolean" };
      return typeof value === "number" ? FLOAT : { type: "Int64" };
    }
    case "array":
      return { type: "Array", shape: shapeOf(validator.value) };
    case "record": {
      const { fieldType, optional } = validator.values;
      return {
        type: "Record",
        keyShape: shapeOf(validator.keys),
        valueShape: { optional, shape: shapeOf(fieldType) },
      };
    }
    case "object": {
      const fields = Object.entries(validator.value).map(([fieldName, { fieldType, optional }]) => ({
        ...{ fieldName, optional, shape: shapeOf(fieldType) },
      }));
      return { type: "Object", fields };
    }
    case "union":
      return { type: "Union", shapes: validator.value.map(shapeOf) };
  }
}
