/** Schemas of answers, derived from the Convex validators of what functions return. */
import type { GenericValidator, Infer } from "convex/values";
import * as z from "zod";
import { listFigures } from "./common";
import { commonField } from "./fields";
import { namedEnum } from "./words";

type Fields = Readonly<Record<string, GenericValidator>>;
/** What the document says of a field beyond its type: a description, or a schema in place of the derived one. */
type Note = string | z.ZodType;
type Notes<F> = { readonly [Name in keyof F]?: Note | undefined };

type Field<V extends GenericValidator, Note> = V["isOptional"] extends "optional"
  ? z.ZodExactOptional<Required<V, Note>>
  : Required<V, Note>;
type Required<V extends GenericValidator, Note> = Note extends z.ZodType
  ? Note
  : z.ZodType<Exclude<Infer<V>, undefined>>;
type Shape<F extends Fields, N> = {
  [Name in keyof F]: Field<F[Name], Name extends keyof N ? N[Name] : undefined>;
};

/** The schema of an object that a function returns, as a component of the document. */
export function responseOf<F extends Fields, const N extends Notes<F> = {}>(
  id: string,
  description: string,
  validator: { readonly fields: F },
  notes?: N,
): z.ZodObject<Shape<F, N>, z.core.$strict> {
  const shape = fieldsOf(validator.fields, notes) as Shape<F, N>;
  return z.strictObject(shape).meta({ id, description });
}

/** The schema of a page: items under their name, and the figures of the list. */
export function pageOf<const Name extends string, Item extends z.ZodType>(
  id: string,
  description: string,
  name: Name,
  item: Item,
) {
  const items = { [name]: z.array(item) } as { [_ in Name]: z.ZodArray<Item> };
  return z.strictObject({ ...items, ...listFigures }).meta({ id, description });
}

function fieldsOf(fields: Fields, notes: Notes<Fields> = {}): Record<string, z.ZodType> {
  const entries = Object.entries(fields).map(([name, validator]) => {
    const schema = fieldOf(name, validator, notes[name]);
    return [name, validator.isOptional === "optional" ? schema.exactOptional() : schema];
  });
  return Object.fromEntries(entries);
}

function fieldOf(name: string, validator: GenericValidator, note: Note | undefined): z.ZodType {
  if (note instanceof z.ZodType) return note;
  const schema = commonField(name, validator.kind) ?? schemaOf(validator);
  return note === undefined ? schema : schema.meta({ description: note });
}

/** Not by `convexToZod` of convex-helpers, whose objects take unknown fields and whose optional fields take undefined. */
function schemaOf(validator: GenericValidator): z.ZodType {
  switch (validator.kind) {
    case "id":
    case "string":
      return z.string();
    case "float64":
      return z.number();
    case "boolean":
      return z.boolean();
    case "null":
      return z.null();
    case "literal":
      return z.literal(validator.value);
    case "array":
      return z.array(schemaOf(validator.element));
    case "object":
      return z.strictObject(fieldsOf(validator.fields));
    case "record":
      return z.record(z.string(), schemaOf(validator.value));
    case "union":
      return unionOf(validator.members);
    default:
      throw new Error(`no answer has a value of kind ${validator.kind}`);
  }
}

function unionOf(members: readonly GenericValidator[]): z.ZodType {
  const words = members.map((member) => (member.kind === "literal" ? member.value : null));
  if (words.every((word) => typeof word === "string")) return namedEnum(words) ?? z.enum(words);
  return z.union(members.map(schemaOf));
}
