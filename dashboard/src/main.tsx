/** The console: a page over the public interface alone. */
import { ConvexProvider, ConvexReactClient } from "convex/react";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./App";
import { convexUrl } from "./service/about";
import { arrive, arriveAgainOnLinks } from "./service/signIn";
import { TokensProvider } from "./service/tokens";
import "./styles/fonts.css";
import "./styles/base.css";
import "./styles/views.css";

const root = document.getElementById("root");
if (root === null) throw new Error("the page has no element for the console");

// The banner says that the connection is lost; a question on leaving the page would be in the way.
const client = new ConvexReactClient(convexUrl, {
  skipConvexDeploymentUrlCheck: true,
  unsavedChangesWarning: false,
});

arriveAgainOnLinks();
// Before anything is asked for, since reading may need a token. No top-level await: the views' chunks import this one.
void arrive().then((arrival) => {
  createRoot(root).render(
    <StrictMode>
      <ConvexProvider client={client}>
        <TokensProvider>
          <App arrival={arrival} />
        </TokensProvider>
      </ConvexProvider>
    </StrictMode>,
  );
});
