/** Builds the console. `npm run build:dashboard` turns the output into a module of convex/. */
import react from "@vitejs/plugin-react";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

const fileAt = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: fileAt("."),
  base: "/console/",
  plugins: [react()],
  logLevel: "warn",
  build: {
    target: "es2022",
    // Everything is a file of its own: the page's policy allows no inline script, style or font.
    assetsInlineLimit: 0,
    assetsDir: "",
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    write: false,
    rollupOptions: { input: [fileAt("index.html"), fileAt("docs.html")] },
  },
});
