/** A component with its own schema. */
import { defineComponent } from "convex/server";

export default defineComponent("vault");
