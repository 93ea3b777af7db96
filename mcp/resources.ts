/** The resources of the MCP server: what a person may attach to a conversation. */
import { getState, listCoreMemories, listLogs, type Service } from "../client";

export interface Resource {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly read: (service: Service) => Promise<object>;
}

/** As many as a model reads with profit. */
const LATEST = 10;

export const RESOURCES: readonly Resource[] = [
  {
    uri: "anima://state",
    name: "state",
    title: "State",
    description: "How the agent is now",
    read: (service) => getState(service),
  },
  {
    uri: "anima://themes",
    name: "themes",
    title: "Themes",
    description: "What its memories come down to: the core memories, the last reinforced first",
    read: (service) => listCoreMemories(service),
  },
  {
    uri: "anima://log/latest",
    name: "log",
    title: "Latest log",
    description: "The newest entries of its log",
    read: (service) => listLogs(service, { limit: LATEST }),
  },
];
