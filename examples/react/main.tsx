/** Mounts the page. The address is the service's. */
import { ConvexReactClient } from "convex/react";
import { createRoot } from "react-dom/client";
import { Page } from "./Agent";

const client = new ConvexReactClient("http://127.0.0.1:3210");
createRoot(document.body.appendChild(document.createElement("div"))).render(<Page client={client} />);
