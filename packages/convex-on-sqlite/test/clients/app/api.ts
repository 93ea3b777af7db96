/** Typed references to the app's functions, as codegen would generate them. */
import { type ApiFromModules, anyApi, type FilterApi, type FunctionReference } from "convex/server";
import type * as accounts from "./convex/accounts";
import type * as failures from "./convex/failures";
import type * as jobs from "./convex/jobs";
import type * as messages from "./convex/messages";
import type * as logging from "./convex/logging";
import type * as values from "./convex/values";

type Modules = ApiFromModules<{
  accounts: typeof accounts;
  failures: typeof failures;
  jobs: typeof jobs;
  messages: typeof messages;
  logging: typeof logging;
  values: typeof values;
}>;

export const api = anyApi as unknown as FilterApi<
  Modules,
  FunctionReference<"query" | "mutation" | "action", "public">
>;
