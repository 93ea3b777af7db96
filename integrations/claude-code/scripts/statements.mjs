// What to remember of what was said, without a model: only what the person asks to remember or states as a rule or a decision,
// and what the agent marks as such. Everything else is for the agent to store, with the tool `remember`.

const MIN_LENGTH = 8;
const MAX_LENGTH = 500;
/** Of one message. */
const MAX_STATEMENTS = 5;

/** The rest of the sentence is to be remembered. */
const ASKED =
  /^(?:and |also |please |bitte |so |ok(?:ay)?,? )*(?:(?:remember|keep in mind|note|don'?t forget|merke? dir|denk daran)(?: for (?:later|next time))?(?:,? (?:that|dass|daß|to)\b|\s*[:,]))\s*(.+)$/is;

/** The sentence itself is a rule or a decision. */
const STATED =
  /^(?:and |also |please |so |ok(?:ay)?,? )*(?:always (?!\w+ing\b)|never (?!mind\b|\w+ing\b)|from now on\b|we(?:'ve| have)? (?:decided|agreed|settled)\b|(?:the|our) (?:decision|convention|rule) is\b|we (?:always|never|only)\b|(?:we|i) prefer\b|in this (?:project|repo|repository|codebase),? (?:we|use|always|never|do|don'?t)\b|ab jetzt\b|wir (?:haben (?:uns )?(?:entschieden|beschlossen)|verwenden (?:immer|nie))\b)/i;

/** A line of the agent's reply. */
const MARKED =
  /^[\s>*_-]*(?:remember|decision|learned|note for later|merken|entscheidung)[\s*_]*:[\s*_]*(.+)$/i;

/** The statements of a person's message. */
export function statedByPerson(message) {
  if (message.trimStart().startsWith("/")) return [];
  return proper(
    sentences(withoutQuotations(message)).map((sentence) => {
      // A question states nothing.
      if (sentence.endsWith("?")) return "";
      const asked = ASKED.exec(sentence)?.[1];
      return asked ?? (STATED.test(sentence) ? sentence : "");
    }),
  );
}

/** The lines that an agent's reply marks, such as "Remember: …" and "Decision: …". */
export function markedByAgent(message) {
  return proper(
    withoutQuotations(message)
      .split("\n")
      .map((line) => MARKED.exec(line)?.[1] ?? ""),
  );
}

function proper(statements) {
  const clean = statements.map((text) => text.replace(/\s+/g, " ").trim());
  const fitting = clean.filter(({ length }) => length >= MIN_LENGTH && length <= MAX_LENGTH);
  return [...new Set(fitting.map((text) => text[0].toUpperCase() + text.slice(1)))].slice(0, MAX_STATEMENTS);
}

/** Without code blocks and quoted lines, which others wrote. */
function withoutQuotations(text) {
  return text
    .replace(/^ {0,3}(```|~~~)[^]*?(?:^ {0,3}\1|$(?![^]))/gm, "\n")
    .split("\n")
    .filter((line) => !/^\s*>/.test(line))
    .join("\n");
}

/** A dot within a name, such as that of a file, ends no sentence. */
function sentences(text) {
  return text
    .split(/\n\s*(?:[-*]\s+)?|(?<=[.!?])\s+(?=\S)/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "");
}
