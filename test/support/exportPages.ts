/** The pages of an export of the real service, as text. */
import type { RunningService } from "./running-service";

export async function exportPages(service: RunningService): Promise<string[]> {
  const pages: string[] = [];
  for (let query: string | undefined = ""; query !== undefined;) {
    const { status, text } = await service.get(`/export${query}`, { token: service.tokens.tick });
    if (status !== 200) throw new Error(`the export ended with ${status}: ${text}`);
    pages.push(text);
    const { cursor } = JSON.parse(text.trimEnd().split("\n").at(-1) ?? "") as { readonly cursor?: string };
    query = cursor === undefined ? undefined : `?cursor=${encodeURIComponent(cursor)}`;
  }
  return pages;
}
