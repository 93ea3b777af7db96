// Finds what looks like a secret. It errs on the side of caution: a memory that is not stored can be stored by hand.

const SHAPES = [
  // Keys and tokens of well-known services, by their prefixes.
  /\b(?:sk|pk|rk)[-_][\w-]{12,}/,
  /\b(?:gh[opusr]_|github_pat_|glpat-|xox[abeoprs]-|npm_|hf_|dop_v1_|shpat_|AIza|AKIA|ASIA|ya29\.)[\w.-]{8,}/,
  // JSON web tokens.
  /\beyJ[\w-]{8,}\.[\w-]{8,}/,
  /-----BEGIN [A-Z ]*PRIVATE KEY/,
  // An address with a password.
  /\b[a-z][a-z\d+.-]*:\/\/[^\s/:@]+:[^\s/@]+@/i,
  /\b(?:bearer|basic)\s+[\w.~+/=-]{12,}/i,
  // A word for a secret, and a value behind it.
  /(?:passwor[dt]|passwd|passphrase|secret|token|api[-_ ]?key|access[-_ ]?key|credential|kennwort)s?\b["']?\s*(?:is|ist|lautet|=>?|:)+\s*["'`]?[^\s"'`]{6,}/i,
  // Generated hex, such as that of 16 random bytes or more.
  /\b[\da-f]{32,}\b/i,
];

/** Runs that could be generated: letters of both cases with digits among them. */
const RUN = /[\w+/=-]{20,}/g;

export function seemsSecret(text) {
  return SHAPES.some((shape) => shape.test(text)) || (text.match(RUN) ?? []).some(isGenerated);
}

function isGenerated(run) {
  return /\d/.test(run) && /[a-z]/.test(run) && /[A-Z]/.test(run) && !/^[\w-]+(?:[/-][\w-]+)+$/.test(run);
}

/** The text without the lines that seem to hold a secret. */
export function withoutSecrets(text) {
  return text
    .split("\n")
    .filter((line) => !seemsSecret(line))
    .join("\n");
}
