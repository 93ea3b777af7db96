/** A few buttons in a row of which some are pressed. */
interface Props<Word extends string> {
  readonly label: string;
  readonly options: readonly (readonly [value: Word, label: string])[];
  readonly pressed: (value: Word) => boolean;
  readonly onPress: (value: Word) => void;
}

export function Toggles<Word extends string>({ label, options, pressed, onPress }: Props<Word>) {
  return (
    <div className="segments" role="group" aria-label={label}>
      {options.map(([value, name]) => (
        <button key={value} type="button" aria-pressed={pressed(value)} onClick={() => onPress(value)}>
          {name}
        </button>
      ))}
    </div>
  );
}
