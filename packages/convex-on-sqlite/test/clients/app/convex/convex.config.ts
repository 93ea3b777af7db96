/** An app for tests with real Convex clients, with one component. */
import { defineApp } from "convex/server";
import vault from "./vault/convex.config";

const app = defineApp();
app.use(vault);

export default app;
