/** What narrows a list: words and a scope. */
import { useDeferredValue, useEffect, useState } from "react";
import { Icon } from "./Icon";

/** The text, once it has not changed for a moment. */
export function useSettled(text: string, ms = 200): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), ms);
    return () => clearTimeout(timer);
  }, [text, ms]);
  return useDeferredValue(settled);
}

/** Everybody's, in a query by scope. */
export const ALL_SCOPES = "*";

/** Narrows to a scope by its name; empty for all. */
export function ScopeFilter({
  whose,
  onChange,
}: {
  readonly whose: string;
  readonly onChange: (whose: string) => void;
}) {
  return (
    <input
      className="narrow"
      aria-label="Scope"
      placeholder="All scopes"
      maxLength={128}
      value={whose}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

interface SearchBoxProps {
  readonly label: string;
  readonly placeholder: string;
  readonly words: string;
  readonly onChange: (words: string) => void;
}

export function SearchBox({ label, placeholder, words, onChange }: SearchBoxProps) {
  return (
    <div className="search-box">
      <Icon name="search" />
      <input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        maxLength={1024}
        value={words}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  );
}
