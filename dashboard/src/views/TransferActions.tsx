/** Taking the agent along: an export to a file, and an import from one. */
import { useState, type FormEvent } from "react";
import type { Service } from "../../../client";
import { count, duration, plural } from "../format";
import { useAction } from "../service/rest";
import { exportPages, importText, type Imported } from "../service/transfer";
import { Button, Failure, Field } from "../ui/basics";
import { FoldingCard } from "../ui/FoldingCard";
import { Curl } from "./Action";

export function ExportAction() {
  const [lines, setLines] = useState(0);
  const { state, run } = useAction("tick", async (service) => {
    setLines(0);
    const { pages, ...exported } = await exportPages(service, setLines);
    save(new Blob([...pages], { type: "application/x-ndjson" }));
    return exported;
  });
  const running = state.status === "running";
  return (
    <FoldingCard
      title="Export"
      about="Everything that it is and remembers, as a file that another service can import."
    >
      <div className="stack">
        <div className="row">
          <Button look="primary" disabled={running} onClick={() => void run(undefined)}>
            Export to a file
          </Button>
          {running && <span className="quiet">{plural(lines, "line")}</span>}
        </div>
        {running && <progress aria-label="Export: under way" />}
        {state.status === "failed" && <Failure error={state.error} />}
        {state.status === "done" && (
          <p className="outcome" role="status">
            The file has {plural(state.answer.lines, "line")}.{" "}
            <span className="quiet">{duration(state.tookMs)}</span>
          </p>
        )}
        <Curl kind="tick" method="GET" path="/export" />
      </div>
    </FoldingCard>
  );
}

function save(blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = `anima-${new Date().toISOString().slice(0, 10)}.ndjson`;
  link.click();
  // The browser has taken it by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

interface Chosen {
  readonly text: string;
  readonly dryRun: boolean;
}

export function ImportAction() {
  const [file, setFile] = useState<File | null>(null);
  const [dryRun, setDryRun] = useState(true);
  const [lines, setLines] = useState(0);
  const { state, run, reset } = useAction("tick", async (service: Service, chosen: Chosen) => ({
    ...(await importText(service, chosen, setLines)),
    dryRun: chosen.dryRun,
  }));
  const running = state.status === "running";
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setLines(0);
    if (file !== null && !running) void file.text().then((text) => run({ text, dryRun }));
  };
  return (
    <FoldingCard
      title="Import"
      about="What an export wrote, or a file of mem0, Letta or ChatGPT. A line twice does nothing."
    >
      <form className="stack" onSubmit={submit}>
        <Field label="File">
          <input
            type="file"
            accept=".ndjson,.jsonl,.json,.af"
            onChange={({ target }) => {
              setFile(target.files?.[0] ?? null);
              reset();
            }}
          />
        </Field>
        <label className="check">
          <input type="checkbox" checked={dryRun} onChange={({ target }) => setDryRun(target.checked)} />
          Only say what it would do
        </label>
        <div className="row">
          <Button look="primary" type="submit" disabled={file === null || running}>
            {dryRun ? "Try the import" : "Import"}
          </Button>
          {running && <span className="quiet">{plural(lines, "line")}</span>}
        </div>
        {running && <progress aria-label="Import: under way" />}
        {state.status === "failed" && <Failure error={state.error} />}
        {state.status === "done" && (
          <p className="outcome" role="status">
            {said(state.answer)} <span className="quiet">{duration(state.tookMs)}</span>
          </p>
        )}
        <Curl
          kind="tick"
          path={dryRun ? "/import?dryRun=true" : "/import"}
          file={file?.name ?? "anima.ndjson"}
        />
      </form>
    </FoldingCard>
  );
}

function said({
  dryRun,
  created,
  replaced,
  erased,
  unchanged,
  skipped,
}: Imported & { dryRun: boolean }): string {
  const sum = [
    [created, "new"],
    [replaced, "changed"],
    [erased, "erased"],
    [unchanged, "unchanged"],
  ] as const;
  const told = sum.filter(([lines]) => lines > 0).map(([lines, what]) => `${count(lines)} ${what}`);
  const rest =
    skipped === 0 ? "" : ` ${plural(skipped, "line")} left out, because only an empty agent takes them.`;
  return `${dryRun ? "It would be: " : ""}${told.join(", ") || "nothing"}.${rest}`;
}
