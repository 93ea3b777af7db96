/** The app: its environment variables and the components it installs. */
import migrations from "@convex-dev/migrations/convex.config";
import rateLimiter from "@convex-dev/rate-limiter/convex.config";
import { defineApp } from "convex/server";
import { envDefinition } from "./lib/settings";

const app = defineApp({ env: envDefinition });
app.use(migrations);
app.use(rateLimiter);

export default app;
