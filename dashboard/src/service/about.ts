/** What the page shows of its service: what it was told in a meta element, then what a live query answers. */
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import { useLive } from "./live";

type About = FunctionReturnType<typeof api.live.about>;

interface Told extends About {
  /** The address of Convex clients where it is not that of the page. */
  readonly convexUrl: string | null;
}

const told = document.querySelector<HTMLMetaElement>('meta[name="anima"]')?.content ?? "{}";

// Where reading needs a token, the page was told the address alone.
const about: Told = {
  agentName: "Anima",
  timeZone: "UTC",
  autonomy: true,
  convexUrl: null,
  ...(JSON.parse(told) as Partial<Told>),
};

/** The agent's name and time zone, and whether it ticks by itself. */
export function useAbout(): About {
  return useLive(api.live.about, {}).data ?? about;
}
/** Where the licences of the console's parts are; the build names the file. */
export const licenses = document.querySelector<HTMLLinkElement>('link[rel="license"]')?.href ?? null;

/** Where REST requests go. */
export const address = location.origin;

export const convexUrl = about.convexUrl ?? address;
