/** One thing that a person has the agent do: its form, progress, answer, error, and the curl line that does the same. */
import { useState, type FormEvent, type ReactNode } from "react";
import type { Service } from "../../../client";
import { duration } from "../format";
import { address } from "../service/about";
import { useAction } from "../service/rest";
import { Button, Failure, useNow } from "../ui/basics";
import { FoldingCard } from "../ui/FoldingCard";

interface ActionProps<Body extends object, Answer extends object> {
  readonly title: string;
  readonly explains: string;
  readonly button: string;
  readonly kind: "tick" | "write";
  readonly path: string;
  /** Without one the request has no body. */
  readonly body?: Body;
  readonly ready?: boolean;
  /** Open at first on any screen. */
  readonly open?: boolean;
  readonly work: (service: Service, body: Body) => Promise<Answer>;
  /** The answer in a sentence. */
  readonly says: (answer: Answer) => string;
  readonly children?: ReactNode;
}

export function Action<Body extends object, Answer extends object>(props: ActionProps<Body, Answer>) {
  const { title, explains, button, kind, path, body, ready = true, open, work, says, children } = props;
  const { state, run } = useAction(kind, work);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (ready && state.status !== "running") void run(body ?? ({} as Body));
  };
  return (
    <FoldingCard title={title} about={explains} {...(open === undefined ? {} : { open })}>
      <form className="stack" onSubmit={submit}>
        {children}
        <div className="row">
          <Button look="primary" type="submit" disabled={!ready || state.status === "running"}>
            {button}
          </Button>
          {state.status === "running" && <Running since={state.since} />}
        </div>
        {state.status === "running" && <progress aria-label={`${title}: under way`} />}
        {state.status === "failed" && <Failure error={state.error} />}
        {state.status === "done" && (
          <div className="outcome" role="status">
            <p>
              {says(state.answer)} <span className="quiet">{duration(state.tookMs)}</span>
            </p>
            <details>
              <summary>The whole answer</summary>
              <pre tabIndex={0}>{JSON.stringify(state.answer, null, 2)}</pre>
            </details>
          </div>
        )}
        <Curl {...{ kind, path, body }} />
      </form>
    </FoldingCard>
  );
}

function Running({ since }: { readonly since: number }) {
  const now = useNow(200);
  return (
    <span className="quiet" role="status">
      Under way <span aria-hidden="true">for {duration(Math.max(0, now - since))}</span>
    </span>
  );
}

export function Curl({
  kind,
  method = "POST",
  path,
  body,
  file,
}: {
  readonly kind: "tick" | "write";
  readonly method?: "GET" | "POST";
  readonly path: string;
  readonly body?: object | undefined;
  /** The name of a file of lines that is sent instead of a body. */
  readonly file?: string | undefined;
}) {
  const [copied, setCopied] = useState(false);
  const parts = [
    `curl -X ${method} ${address}${path}`,
    `-H "Authorization: Bearer $${kind.toUpperCase()}_TOKEN"`,
    ...(body === undefined
      ? []
      : [`-H "Content-Type: application/json"`, `-d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`]),
    ...(file === undefined
      ? []
      : [`-H "Content-Type: application/x-ndjson"`, `--data-binary '@${file.replaceAll("'", "'\\''")}'`]),
  ];
  const line = parts.join(" \\\n  ");
  const copy = (): void => {
    void navigator.clipboard.writeText(line).then(() => setCopied(true));
  };
  return (
    <details className="in-shell">
      <summary>In a shell</summary>
      <div className="curl">
        <code>{line}</code>
        <Button
          look="quiet"
          icon="copy"
          aria-label={copied ? "Copied" : "Copy the line"}
          title={copied ? "Copied" : "Copy the line"}
          onClick={copy}
        />
      </div>
    </details>
  );
}
