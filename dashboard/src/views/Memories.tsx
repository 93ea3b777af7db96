/** Memories: searched while typing, or listed, filtered and sorted; chosen ones are changed together. */
import { useState } from "react";
import { go, hrefWith } from "../router";
import { Button } from "../ui/basics";
import { SearchBox, useSettled } from "../ui/filters";
import { BulkActions, type Chosen } from "./BulkActions";
import { FoundMemories } from "./FoundMemories";
import { MemoryAdd } from "./MemoryAdd";
import { MemoryFilters } from "./MemoryFilters";
import { MemoryList } from "./MemoryList";
import { NO_FILTER, type MemoryFilter } from "./memoryFilter";

export function Memories({ tag, adding }: { readonly tag: string; readonly adding: boolean }) {
  const [words, setWords] = useState("");
  const [filter, setFilter] = useState<MemoryFilter>({ ...NO_FILTER, tag });
  const [tags, setTags] = useState<readonly string[]>([]);
  const [chosen, setChosen] = useState<Chosen>(new Map());
  /** Counts what was changed here, so that the list is asked for again. */
  const [turn, setTurn] = useState(0);
  const query = useSettled(words.trim());
  const typed = useSettled(JSON.stringify([filter.tag, filter.whose]));
  const [settledTag, settledWhose] = JSON.parse(typed) as [string, string];
  const settled = { ...filter, tag: settledTag, whose: settledWhose };
  const set = (change: Partial<MemoryFilter>): void => {
    setFilter({ ...filter, ...change });
    setChosen(new Map());
  };
  const changed = (): void => setTurn(turn + 1);
  return (
    <>
      <div className="row">
        <SearchBox
          label="Search memory"
          placeholder="What does it remember about …"
          words={words}
          onChange={setWords}
        />
        {!adding && (
          <Button
            look="primary"
            icon="add"
            aria-label="Add a memory"
            onClick={() => go(hrefWith("add", "1"))}
          >
            <span className="wide">Add a memory</span>
          </Button>
        )}
      </div>
      {adding && <MemoryAdd onDone={changed} onClose={() => go(hrefWith("add", null))} />}
      <MemoryFilters {...{ filter, tags }} onChange={set} searching={query !== ""} />
      <BulkActions chosen={chosen} onChosen={setChosen} onChanged={changed} />
      {query === "" ? (
        <MemoryList
          {...{ filter: settled, turn, chosen }}
          onTags={setTags}
          onChosen={setChosen}
          onClear={() => setFilter(NO_FILTER)}
        />
      ) : (
        <FoundMemories {...{ query, turn, chosen, filter: settled }} onChosen={setChosen} />
      )}
    </>
  );
}
