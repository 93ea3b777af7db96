/** Lines to copy. */
import { useState } from "react";
import { Button } from "./basics";

export function CopyLines({ lines }: { readonly lines: readonly string[] }) {
  const [copied, setCopied] = useState(false);
  const copy = (): void => {
    void navigator.clipboard.writeText(`${lines.join("\n")}\n`).then(() => setCopied(true));
  };
  const label = copied ? "Copied" : "Copy the lines";
  return (
    <div className="curl">
      <code>{lines.join("\n")}</code>
      <Button look="quiet" icon="copy" aria-label={label} title={label} onClick={copy} />
    </div>
  );
}
