/** GET /docs: a viewer of the OpenAPI document. A page of its own, so that the console does not carry it. */
import "openapi-explorer";

const dark = matchMedia("(prefers-color-scheme: dark)");

/** The console's colours (styles/), as the viewer computes tints from them and so takes no CSS variables. */
const COLORS = {
  light: { bg: "#f6f3ec", text: "#23211d", nav: "#efeae0", primary: "#2a6a5c" },
  dark: { bg: "#131412", text: "#ebe7de", nav: "#1b1d1a", primary: "#86cbb8" },
} as const;

function show(): void {
  const { bg, text, nav, primary } = COLORS[dark.matches ? "dark" : "light"];
  const viewer = document.createElement("openapi-explorer");
  const attributes = {
    "spec-url": "/openapi.json",
    "server-url": location.origin,
    "hide-server-selection": "true",
    "bg-color": bg,
    "text-color": text,
    "header-color": text,
    "nav-bg-color": nav,
    "nav-text-color": text,
    "primary-color": primary,
    "secondary-color": primary,
  };
  for (const [name, value] of Object.entries(attributes)) viewer.setAttribute(name, value);
  viewer.style.setProperty("--font-regular", "system-ui, sans-serif");
  viewer.style.setProperty("--inline-code-fg", primary);
  document.querySelector("openapi-explorer")?.remove();
  document.body.append(viewer);
}

dark.addEventListener("change", show);
show();
