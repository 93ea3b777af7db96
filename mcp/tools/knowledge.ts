/** The tools of knowledge: learn, ask. */
import {
  addKnowledge,
  listKnowledge,
  type KnowledgeItem,
  type KnowledgeToStore,
  type ListKnowledgeQuery,
} from "../../client";
import { dateText, graded, LEAST } from "../hits";
import { limit, metadata, offset, scopeToSearch, scopeToStore, share, threshold, type Tool } from "../tool";

export const KNOWLEDGE_TOOLS: readonly Tool[] = [
  {
    name: "learn",
    title: "Learn a document",
    description:
      "Add a whole document or file, in Markdown or plain text, so that ask can search it. The same title and source replace the earlier document.",
    effect: "adds",
    operation: "addKnowledge",
    required: ["title", "content"],
    properties: {
      title: { type: "string", maxLength: 512, description: "Its title or file name" },
      content: { type: "string", maxLength: 131_072, description: "The whole text of the document" },
      source: { type: "string", maxLength: 512, description: "Where it is from: an address or a path" },
      tags: { type: "array", items: { type: "string" }, maxItems: 32 },
      scope: scopeToStore,
      confidence: { ...share("How sure it is"), default: 0.8 },
      metadata,
    },
    run: (service, item: KnowledgeToStore) => addKnowledge(service, item),
  },
  {
    name: "ask",
    title: "Ask the documents",
    description:
      "Search the documents that were learned. Each item has the passage that answers best; `weaker` holds those that match less. recall searches memories instead.",
    effect: "reads",
    operation: "listKnowledge",
    required: ["query"],
    properties: {
      query: { type: "string", maxLength: 1_024, description: "The question, or words to find" },
      scope: scopeToSearch,
      limit: limit(5),
      offset,
      tag: { type: "string", maxLength: 64, description: "Only documents with this tag" },
      threshold,
    },
    run: async (service, { query, threshold, ...filter }: Ask) => {
      const request = { ...filter, query, threshold: threshold ?? LEAST };
      return graded((await listKnowledge(service, request)).items.map(answering), threshold);
    },
  },
];

type Ask = ListKnowledgeQuery & { readonly query: string };

/** What a model needs of a document: the passage, not the whole text. */
function answering({ _id, title, source, tags, updatedAt, scope, similarity = 0, passage }: KnowledgeItem) {
  return {
    knowledgeId: _id,
    title,
    ...(passage === undefined ? {} : { passage }),
    ...(source === undefined ? {} : { source }),
    ...(tags.length === 0 ? {} : { tags }),
    ...(scope === undefined ? {} : { scope }),
    updatedAt: dateText(updatedAt),
    similarity,
  };
}
