/** Writing a note: its text, whose it is, and when the agent shall bring it up. */
import { useRef, useState, type FormEvent, type KeyboardEvent } from "react";
import { wake, type WakeNote } from "../../../client";
import { useAbout } from "../service/about";
import { useAction } from "../service/rest";
import { Button, Failure, Field } from "../ui/basics";
import { Choice } from "../ui/fields";

type Whose = "sender" | "everyone" | "scope";

export function Composer({ from }: { readonly from: string }) {
  const { agentName } = useAbout();
  const [text, setText] = useState("");
  const [priority, setPriority] = useState<NonNullable<WakeNote["priority"]>>("normal");
  const [now, setNow] = useState(true);
  const [remindAt, setRemindAt] = useState("");
  const [chosen, setWhose] = useState<Whose>("sender");
  const [scope, setScope] = useState("");
  const form = useRef<HTMLFormElement>(null);
  const { state, run } = useAction("write", (service, note: WakeNote) => wake(service, note));
  const whose = from === "" && chosen === "sender" ? "everyone" : chosen;
  const named = scope.trim();
  const ready = text.trim() !== "" && state.status !== "running" && (whose !== "scope" || named !== "");
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!ready) return;
    const sent = await run({
      note: text,
      priority,
      triggerTick: now,
      ...(from === "" ? {} : { from }),
      ...(whose === "scope" ? { scope: named } : {}),
      ...(from !== "" && whose === "sender" ? { scope: from } : {}),
      ...(from !== "" && whose === "everyone" ? { shared: true } : {}),
      ...(remindAt === "" ? {} : { remindAt: new Date(remindAt).getTime() }),
    });
    if (sent === null) return;
    setText("");
    setRemindAt("");
  };
  const sendByKey = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    form.current?.requestSubmit();
  };
  return (
    <form ref={form} className="composer" onSubmit={(event) => void send(event)}>
      <label>
        <span className="hidden">Your note</span>
        <textarea
          rows={2}
          maxLength={4096}
          placeholder={`A note to ${agentName}`}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={sendByKey}
        />
      </label>
      {state.status === "failed" && <Failure error={state.error} />}
      <details>
        <summary>
          {told(whose, from, named)}
          {remindAt !== "" && `, to be brought up ${new Date(remindAt).toLocaleString()}`}
        </summary>
        <div className="fields">
          <Choice
            label="Whose it is"
            value={whose}
            onChange={setWhose}
            options={[
              ...(from === "" ? [] : [["sender", `${from}’s, private`] as const]),
              ["everyone", "Everyone’s"],
              ["scope", "Of another scope"],
            ]}
          />
          {whose === "scope" && (
            <Field label="Scope" note="A person, a team, a project.">
              <input
                required
                maxLength={128}
                value={scope}
                onChange={({ target }) => setScope(target.value)}
              />
            </Field>
          )}
          <Field label="Bring it up at">
            <input
              type="datetime-local"
              value={remindAt}
              onChange={({ target }) => setRemindAt(target.value)}
            />
          </Field>
          <Choice
            label="Priority"
            value={priority}
            onChange={setPriority}
            options={["low", "normal", "high"]}
          />
        </div>
        <p className="quiet">{whoIsTold(agentName, whose, from, named)}</p>
      </details>
      <div className="row apart">
        <label className="check">
          <input type="checkbox" checked={now} onChange={({ target }) => setNow(target.checked)} />
          Start a tick for it
        </label>
        <Button look="primary" icon="send" type="submit" disabled={!ready}>
          {state.status === "running" ? "Sending…" : "Send"}
        </Button>
      </div>
    </form>
  );
}

function told(whose: Whose, from: string, scope: string): string {
  if (whose === "sender") return `Private to ${from}`;
  return whose === "scope" && scope !== "" ? `Of the scope ${scope}` : "For everyone";
}

/** Who is told what the note says. Everybody with a token can read all notes. */
function whoIsTold(agentName: string, whose: Whose, from: string, scope: string): string {
  if (whose === "sender")
    return `${agentName} uses this, and what it learns from it, in its replies to ${from} alone.`;
  if (whose === "scope")
    return `${agentName} uses this in replies to notes of the scope ${scope === "" ? "that you name" : scope} alone.`;
  return `${agentName} may tell everyone what you write here.`;
}
