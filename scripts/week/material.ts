/** A week in a small harbour town: its events, its people's notes, and good answers to them. */

export { EVENTS, type WeekEvent } from "./events";
export { NOTES, type WeekNote } from "./notes";
