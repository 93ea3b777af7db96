/** The console: a page over the public interface alone. */
import { ConvexProvider, ConvexReactClient } from "convex/react";
import { Tooltip } from "radix-ui";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./App";
import { convexUrl } from "./service/about";
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

createRoot(root).render(
  <StrictMode>
    <ConvexProvider client={client}>
      <TokensProvider>
        <Tooltip.Provider delayDuration={300}>
          <App />
        </Tooltip.Provider>
      </TokensProvider>
    </ConvexProvider>
  </StrictMode>,
);
