/** What `npx convex codegen` would write, without the types. */
import { anyApi, componentsGeneric } from "convex/server";

export const internal = anyApi;
export const components = componentsGeneric() as never;
