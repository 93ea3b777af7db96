/** What is put before a text to say what it is, and names nobody: "Update: the lift works". */

const LABELS = new Set(
  (
    "agenda answer attention background bug caution comment conclusion context critical date debug decision definition draft edit error " +
    "example fact faq feature feedback fix follow-up fwd fw fyi goal headline heading hint idea important info issue key legal lesson link " +
    "location mail email memo mention message minutes name nb news next note notes observation place plan post postscript problem " +
    "proposal ps question quote rating re reason remark reminder reply report response result review rfc rule source spoiler status " +
    "step subject summary survey task testimonial time tip title tldr to-do todo topic tweet update url urgent warning when where why wip"
  ).split(" "),
);

/** Whether `word` (any case) is one, also in the plural. */
export function isLabel(word: string): boolean {
  const plain = word.toLowerCase().replace(/\.$/u, "");
  return LABELS.has(plain) || LABELS.has(plain.replace(/s$/u, ""));
}
