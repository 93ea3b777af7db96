/** The app: its environment variables and the components it installs. */
import rateLimiter from "@convex-dev/rate-limiter/convex.config";
import { defineApp } from "convex/server";
import { envDefinition } from "./lib/settings";

const app = defineApp({ env: envDefinition });
app.use(rateLimiter);

export default app;
