/** Function builders with the types of this app's tables, and its components. */
import type { ComponentApi } from "@convex-dev/aggregate/_generated/component.js";
import {
  componentsGeneric,
  internalActionGeneric,
  internalMutationGeneric,
  mutationGeneric,
  queryGeneric,
  type ActionBuilder,
  type DataModelFromSchemaDefinition,
  type MutationBuilder,
  type QueryBuilder,
} from "convex/server";
import type schema from "./schema";

type DataModel = DataModelFromSchemaDefinition<typeof schema>;

export const query: QueryBuilder<DataModel, "public"> = queryGeneric;
export const mutation: MutationBuilder<DataModel, "public"> = mutationGeneric;
export const internalMutation: MutationBuilder<DataModel, "internal"> = internalMutationGeneric;
export const internalAction: ActionBuilder<DataModel, "internal"> = internalActionGeneric;

/** As in generated code: a component's functions are resolved by name when called. */
export const components = componentsGeneric() as unknown as {
  readonly counts: ComponentApi<"counts">;
  readonly tally: ComponentApi<"tally">;
};
