/** Explains a failed start to the operator. */
import { SettingError } from "../../convex/lib/settings";
import { DataDirectoryLocked, LoadError, SchemaError, StoreError } from "convex-on-sqlite";
import type { HostConfig } from "./config";
import { StartError } from "./start-error";

/** The message for an error, or one of its causes, that the operator can fix; null for a bug. */
export function explainStartError(thrown: unknown, host: HostConfig | null): string | null {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    const explanation = explainOne(error, host);
    if (explanation !== null) return explanation;
  }
  return null;
}

function explainOne(thrown: Error, host: HostConfig | null): string | null {
  if (thrown instanceof StartError || thrown instanceof SettingError) return thrown.message;
  if (thrown instanceof DataDirectoryLocked || thrown instanceof LoadError) return thrown.message;
  if (thrown instanceof SchemaError) {
    const remedy = "start the version that wrote them, or change the schema to accept them";
    return `the data in ${host?.dataDir ?? "DATA_DIR"} don't match this version: ${remedy}. ${thrown.message}`;
  }
  if (thrown instanceof StoreError) {
    const dataDir = host?.dataDir ?? "unset";
    return thrown.message.includes(dataDir) ? thrown.message : `${thrown.message} (DATA_DIR is ${dataDir})`;
  }
  return host === null ? null : explainListening(thrown, host);
}

/** Listen errors name the variables in which port and address are configured. */
function explainListening(thrown: Error, { port, hostname }: HostConfig): string | null {
  switch (listenErrorCode(thrown)) {
    case "EADDRINUSE":
      return `port ${port} on ${hostname} is already in use: set PORT to another (0 takes a free one)`;
    case "EACCES":
      return `port ${port} on ${hostname} is not allowed for this user: set PORT to another, above 1023`;
    case "EADDRNOTAVAIL":
    case "EAFNOSUPPORT":
    case "EINVAL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `${hostname} is not an address of this machine: set HOST to one, such as 127.0.0.1`;
    default:
      return null;
  }
}

function listenErrorCode(error: Error): string | null {
  if (!("code" in error) || !("syscall" in error)) return null;
  if (error.syscall !== "listen" && error.syscall !== "getaddrinfo") return null;
  return String(error.code);
}
