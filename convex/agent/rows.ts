/** What the rows of the agent imply, and the functions that write them. */
import { writerOf, type Table } from "../lib/rows";

export const agent: Table<"agent"> = {
  name: "agent",
  travels: "in lines",
  texts: ({ summary }) => [summary],
};
export const writeAgent = writerOf(agent);

export const LOGS = "logs";

export const logs: Table<"logs"> = {
  name: "logs",
  travels: "in lines",
  lists: ({ _id, mood, routine, timestamp }) => [
    { list: LOGS, facets: { mood, routine }, key: timestamp, id: _id },
  ],
  texts: ({ summary, detail, remark }) => [summary, detail, remark],
  erasable: { kinds: ["log"], of: ({ timestamp: at, scope }) => ({ kind: "log", at, scope }) },
};
export const writeLog = writerOf(logs);

export const ARTIFACTS = "artifacts";

export const artifacts: Table<"artifacts"> = {
  name: "artifacts",
  travels: "in lines",
  lists: ({ _id, type, timestamp }) => [{ list: ARTIFACTS, facets: { type }, key: timestamp, id: _id }],
  texts: ({ content }) => [content],
  erasable: { kinds: ["artifact"], of: ({ timestamp: at, scope }) => ({ kind: "artifact", at, scope }) },
};
export const writeArtifact = writerOf(artifacts);
