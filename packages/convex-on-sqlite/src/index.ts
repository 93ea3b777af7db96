/** Runs a Convex app on one SQLite file. README.md tells what of Convex it has, and what not. */
export { callFunction, FunctionFailed } from "./callFunction";
export { LoadError } from "./code/loadError";
export { SchemaError } from "./engine/catalog";
export { DATABASE_FILE, type Engine } from "./engine/engine";
export type { OwnOrigins, PrivateOrigins } from "./engine/outgoing";
export { startHost, type Host, type HostOptions } from "./host";
export type { Logger } from "./log";
export type { AdminOptions } from "./net/adminAccess";
export type { PagePolicy } from "./net/pagePolicy";
export type { ProgramRequest } from "./net/programRoutes";
export type { Refuse } from "./net/refusals";
export { openDatabase, withDatabase, type OfflineOptions } from "./offline";
export { backUp, BadBackup, restoreBackup } from "./store/backup";
export { DataDirectoryLocked } from "./store/pidlock";
export { StoreError } from "./store/sqlite";
export type { Upgrade } from "./upgrade";
