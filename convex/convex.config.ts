/** The app: its environment variables and the components it installs. */
import aggregate from "@convex-dev/aggregate/convex.config";
import rateLimiter from "@convex-dev/rate-limiter/convex.config";
import { defineApp } from "convex/server";
import { envDefinition } from "./lib/settings";

const app = defineApp({ env: envDefinition });
app.use(aggregate, { name: "counts" });
app.use(rateLimiter);

export default app;
