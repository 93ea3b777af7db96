/** Asks for a token. */
import { useId, useState, type FormEvent } from "react";
import { useTokens, VARIABLES, WHERE_TOKENS_ARE, type TokenClass } from "../service/tokens";
import { Button, Sheet } from "./basics";

export function TokenDialog() {
  const { asking } = useTokens();
  if (asking === null) return null;
  const { kind, refused, answer } = asking;
  return (
    <Sheet
      kind="dialog"
      title={`The ${kind} token`}
      about={
        refused
          ? `The service refused the last one. ${wanted(kind)} ${WHERE_TOKENS_ARE}`
          : `${wanted(kind)} ${WHERE_TOKENS_ARE} It stays in this tab until you close it.`
      }
      onClose={() => answer(null)}
    >
      <TokenForm onToken={answer} onCancel={() => answer(null)} />
    </Sheet>
  );
}

function wanted(kind: TokenClass): string {
  const other = kind === "write" ? ", or of TICK_TOKEN where the service has no other" : "";
  return `This needs the value of ${VARIABLES[kind]}${other}.`;
}

export function TokenForm({
  onToken,
  onCancel,
}: {
  readonly onToken: (token: string) => void;
  readonly onCancel?: () => void;
}) {
  const [token, setToken] = useState("");
  const id = useId();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (token.trim() !== "") onToken(token.trim());
  };
  return (
    <form className="stack" onSubmit={submit}>
      <label className="field-label" htmlFor={id}>
        Token
      </label>
      <input
        id={id}
        type="password"
        autoComplete="off"
        spellCheck={false}
        value={token}
        onChange={({ target }) => setToken(target.value)}
      />
      <div className="row end">
        {onCancel && (
          <Button look="quiet" onClick={onCancel}>
            Cancel
          </Button>
        )}
        <Button look="primary" type="submit" disabled={token.trim() === ""}>
          Continue
        </Button>
      </div>
    </form>
  );
}
