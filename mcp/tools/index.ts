/** All tools of the MCP server, in the order of the list. */
import type { Tool } from "../tool";
import { AGENT_TOOLS } from "./agent";
import { KNOWLEDGE_TOOLS } from "./knowledge";
import { MEMORY_TOOLS } from "./memory";

export const TOOLS: readonly Tool[] = [...MEMORY_TOOLS, ...KNOWLEDGE_TOOLS, ...AGENT_TOOLS];
