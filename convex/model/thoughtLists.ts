/** The two sequences of thoughts: all of them, and the brilliant ones. */
import { SIZES, type List } from "./sequence";

/** Every thought, reflections among them, narrowed by tone and confidence. */
export const LIST: List = { name: "thoughts", sizes: SIZES };
/** The brilliant ones; what they could be narrowed by is their novelty. */
export const BRILLIANT_LIST: List = { name: "brilliant", sizes: SIZES };
