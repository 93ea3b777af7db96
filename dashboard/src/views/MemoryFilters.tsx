/** The filters and the order of memories: open where there is room for them, else behind their name. */
import { MEMORY_TYPES } from "../../../mind/enums";
import { capital } from "../format";
import { Field, Select } from "../ui/basics";
import { ScopeFilter } from "../ui/filters";
import { filtersSet, type MemoryFilter } from "./memoryFilter";

interface Props {
  readonly filter: MemoryFilter;
  readonly onChange: (change: Partial<MemoryFilter>) => void;
  /** A search orders by relevance, and takes neither days nor importance nor pins. */
  readonly searching: boolean;
  /** Tags to choose from; any other may be typed. */
  readonly tags: readonly string[];
}

const roomy = matchMedia("(min-width: 64rem)");

export function MemoryFilters({ filter, onChange, searching, tags }: Props) {
  const set = filtersSet(filter);
  return (
    <details className="memory-filters" open={roomy.matches}>
      <summary>Filter and sort{set > 0 && ` (${set} set)`}</summary>
      <div className="fields">
        <Field label="Type">
          <Select
            value={filter.type}
            onChange={({ target }) => onChange({ type: target.value as MemoryFilter["type"] })}
            options={[["", "All types"], ...MEMORY_TYPES.map((one) => [one, capital(one)] as const)]}
          />
        </Field>
        <Field label="Tag or name">
          <input
            list="tags"
            placeholder="Any"
            maxLength={256}
            value={filter.tag}
            onChange={({ target }) => onChange({ tag: target.value })}
          />
          <datalist id="tags">
            {tags.map((one) => (
              <option key={one} value={one} />
            ))}
          </datalist>
        </Field>
        <Field label="Scope">
          <ScopeFilter whose={filter.whose} onChange={(whose) => onChange({ whose })} />
        </Field>
        {!searching && <ListFilters filter={filter} onChange={onChange} />}
      </div>
    </details>
  );
}

function ListFilters({ filter, onChange }: Pick<Props, "filter" | "onChange">) {
  return (
    <>
      <Field label="From">
        <input
          type="date"
          max={filter.to}
          value={filter.from}
          onChange={({ target }) => onChange({ from: target.value })}
        />
      </Field>
      <Field label="To">
        <input
          type="date"
          min={filter.from}
          value={filter.to}
          onChange={({ target }) => onChange({ to: target.value })}
        />
      </Field>
      <Field label="Importance">
        <Select
          value={filter.least}
          onChange={({ target }) => onChange({ least: target.value })}
          options={[
            ["", "Any"],
            ["0.3", "0.3 and more"],
            ["0.5", "0.5 and more"],
            ["0.7", "0.7 and more"],
          ]}
        />
      </Field>
      <Field label="Order">
        <Select
          value={filter.order}
          onChange={({ target }) => onChange({ order: target.value as MemoryFilter["order"] })}
          options={[
            ["newest", "Newest first"],
            ["oldest", "Oldest first"],
          ]}
        />
      </Field>
      <label className="check">
        <input
          type="checkbox"
          checked={filter.pinned}
          onChange={({ target }) => onChange({ pinned: target.checked })}
        />
        Pinned only
      </label>
    </>
  );
}
