/** Labelled fields of forms. */
import { capital } from "../format";
import { Field, Select } from "./basics";

/** Characters that the interface takes of a text. */
const MAX_TEXT = 16_384;

interface TextProps {
  readonly label: string;
  readonly note?: string;
  readonly rows?: number;
  readonly required?: boolean;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export function LongText({ label, note, rows = 3, required = false, value, onChange }: TextProps) {
  return (
    <Field label={label} {...(note === undefined ? {} : { note })}>
      <textarea
        {...{ rows, required, value }}
        maxLength={MAX_TEXT}
        onChange={({ target }) => onChange(target.value)}
      />
    </Field>
  );
}

interface ChoiceProps<Word extends string> {
  readonly label: string;
  /** Words, or words with their labels. */
  readonly options: readonly (Word | readonly [Word, string])[];
  readonly value: Word;
  readonly onChange: (value: Word) => void;
}

/** One of a few words. */
export function Choice<Word extends string>({ label, options, value, onChange }: ChoiceProps<Word>) {
  const pairs = options.map((option) =>
    typeof option === "string" ? ([option, capital(option)] as const) : option,
  );
  return (
    <Field label={label}>
      <Select
        value={value}
        options={pairs}
        onChange={({ target }) => {
          const chosen = pairs.find(([word]) => word === target.value);
          if (chosen !== undefined) onChange(chosen[0]);
        }}
      />
    </Field>
  );
}

interface ShareProps {
  readonly label: string;
  readonly value: number;
  readonly onChange: (value: number) => void;
}

/** A share from 0 to 1, in hundredths. */
export function Share({ label, value, onChange }: ShareProps) {
  return (
    <Field label={`${label}: ${value.toFixed(2)}`}>
      <input
        type="range"
        min={0}
        max={1}
        step="any"
        value={value}
        onChange={({ target }) => onChange(Number(Number(target.value).toFixed(2)))}
      />
    </Field>
  );
}
