/** The version of all prompts: of what a model is told, and of the schemas that it answers by. */

/** Raised with every change of a prompt (a test of the snapshots sees to it); a receipt names the version that its tick was asked with. */
export const PROMPT_VERSION = "5";
