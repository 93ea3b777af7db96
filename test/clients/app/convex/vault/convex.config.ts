/** A component with a schema of its own. */
import { defineComponent } from "convex/server";

export default defineComponent("vault");
