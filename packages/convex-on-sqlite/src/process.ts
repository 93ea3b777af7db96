/** What a program that runs a host does beside it: its log, its signals, its limits, and how it names addresses. */
export { handleUncaughtErrors } from "./engine/uncaughtErrors";
export { createLogger, errorFields, LEVELS, parseLogLevel, processLogger, type LogLevel } from "./log";
export { descriptorLimit } from "./net/connectionLimit";
export { isLoopback } from "./net/pagePolicy";
export { isHost, urlOf } from "./net/requestUrl";
export { ignoreOutputErrors } from "./process/output";
export { restartOnChange } from "./process/restartOnChange";
export { stopOnSignals } from "./process/shutdown";
