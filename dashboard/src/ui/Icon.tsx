/** Icons: strokes of one width on a grid of 24. */
const PATHS = {
  now: "M12 3a9 9 0 1 0 9 9M12 8v4l3 2M17 3l4 4",
  stream: "M4 6h16M4 12h11M4 18h14",
  talk: "M4 5h16v11H9l-5 4z",
  memory: "M12 3 4 7.5v9L12 21l8-4.5v-9zM4 7.5l8 4.5 8-4.5M12 12v9",
  steer: "M4 7h9M17 7h3M4 17h3M11 17h9M15 4v6M9 14v6",
  settings:
    "M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6M12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.2 2.2M16.2 16.2l2.2 2.2M5.6 18.4l2.2-2.2M16.2 7.8l2.2-2.2",
  add: "M12 5v14M5 12h14",
  undo: "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  close: "M6 6l12 12M18 6 6 18",
  search: "M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14M16 16l4 4",
  star: "M12 3l2.6 5.8 6.4.6-4.8 4.2 1.4 6.2L12 16.6 6.4 19.8l1.4-6.2L3 9.4l6.4-.6z",
  pin: "M9 3h6l-1 7 4 4H6l4-4zM12 14v7",
  trash: "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13",
  edit: "M4 20l1-4L16 5l3 3L8 19z",
  pause: "M8 5v14M16 5v14",
  play: "M7 5l11 7-11 7z",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  theme: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 3v18M12 8h7M12 12h9M12 16h7",
  send: "M4 12 20 4l-4 16-4-6z",
  key: "M14 10a4 4 0 1 0-1.2 2.8L20 20M17 17l2-2",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
