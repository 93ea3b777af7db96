/** Why a start failed, for the person at the terminal. */
import { SettingError } from "../../convex/lib/settings";
import { LoadError } from "../../host/code/loadError";
import { SchemaError } from "../../host/engine/catalog";
import { DataDirectoryLocked } from "../../host/store/pidlock";
import { StoreError } from "../../host/store/sqlite";
import type { HostConfig } from "./config";
import { StartError } from "./start-error";

/** What to tell where the person can mend it, or the cause of what was thrown; null where the fault is the program's. */
export function explain(thrown: unknown, host: HostConfig | null): string | null {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    const told = explainOne(error, host);
    if (told !== null) return told;
  }
  return null;
}

function explainOne(thrown: Error, host: HostConfig | null): string | null {
  if (thrown instanceof StartError || thrown instanceof SettingError) return thrown.message;
  if (thrown instanceof DataDirectoryLocked || thrown instanceof LoadError) return thrown.message;
  if (thrown instanceof SchemaError) {
    const remedy = "start the version that wrote them, or change the schema so that it takes them";
    return `the data in ${host?.dataDir ?? "DATA_DIR"} don't fit this version, and were left as they are: ${remedy}. ${thrown.message}`;
  }
  if (thrown instanceof StoreError) {
    const dataDir = host?.dataDir ?? "unset";
    return thrown.message.includes(dataDir) ? thrown.message : `${thrown.message} (DATA_DIR is ${dataDir})`;
  }
  return host === null ? null : explainListening(thrown, host);
}

/** The errors of `listen` name variables, because that is where the person gives port and address. */
function explainListening(thrown: Error, { port, hostname }: HostConfig): string | null {
  switch (listenErrorCode(thrown)) {
    case "EADDRINUSE":
      return `port ${port} on ${hostname} is in use already: set PORT to another (0 takes a free one)`;
    case "EACCES":
      return `port ${port} on ${hostname} is not allowed to this user: set PORT to another, above 1023`;
    case "EADDRNOTAVAIL":
    case "EAFNOSUPPORT":
    case "EINVAL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `${hostname} is no address of this machine: set HOST to one, such as 127.0.0.1`;
    default:
      return null;
  }
}

function listenErrorCode(error: Error): string | null {
  if (!("code" in error) || !("syscall" in error)) return null;
  if (error.syscall !== "listen" && error.syscall !== "getaddrinfo") return null;
  return String(error.code);
}
