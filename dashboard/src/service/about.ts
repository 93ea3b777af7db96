/** What the page was told about its service, in a meta element. */
export interface About {
  readonly agentName: string;
  /** The agent's, an IANA name. */
  readonly timeZone: string;
  /** Whether it ticks by itself. */
  readonly autonomy: boolean;
  /** The address of Convex clients where it is not that of the page. */
  readonly convexUrl: string | null;
}

const told = document.querySelector<HTMLMetaElement>('meta[name="anima"]')?.content ?? "{}";

export const about: About = {
  agentName: "Anima",
  timeZone: "UTC",
  autonomy: true,
  convexUrl: null,
  ...(JSON.parse(told) as Partial<About>),
};

/** Where the licences of the console's parts are; the build names the file. */
export const licenses = document.querySelector<HTMLLinkElement>('link[rel="license"]')?.href ?? null;

/** Where REST requests go. */
export const address = location.origin;

export const convexUrl = about.convexUrl ?? address;
