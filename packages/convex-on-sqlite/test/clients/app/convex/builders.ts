/** Function builders typed by the app's schema, and its component, as codegen would generate them. */
import {
  type ActionBuilder,
  type ApiFromModules,
  type DataModelFromSchemaDefinition,
  type MutationBuilder,
  type QueryBuilder,
  actionGeneric,
  componentsGeneric,
  internalActionGeneric,
  internalMutationGeneric,
  mutationGeneric,
  queryGeneric,
} from "convex/server";
import type schema from "./schema";
import type * as vaultNotes from "./vault/notes";

type DataModel = DataModelFromSchemaDefinition<typeof schema>;

export const query: QueryBuilder<DataModel, "public"> = queryGeneric;
export const mutation: MutationBuilder<DataModel, "public"> = mutationGeneric;
export const action: ActionBuilder<DataModel, "public"> = actionGeneric;
export const internalMutation: MutationBuilder<DataModel, "internal"> = internalMutationGeneric;
export const internalAction: ActionBuilder<DataModel, "internal"> = internalActionGeneric;

export const components = componentsGeneric() as unknown as {
  vault: ApiFromModules<{ notes: typeof vaultNotes }>;
};
