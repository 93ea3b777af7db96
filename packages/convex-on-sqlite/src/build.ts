/** Bundles of an app and of this host, made in advance. */
export { currentBuild, type Build } from "./code/build";
export { writePrebuilt } from "./code/prebuilt";
export { installSourceMaps } from "./code/sourceMaps.mjs";
export { WORKERS } from "./workers";
