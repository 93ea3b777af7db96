/** Small parts that all views share. */
import { Dialog } from "radix-ui";
import {
  useEffect,
  useId,
  useState,
  type ButtonHTMLAttributes,
  type ComponentProps,
  type ReactNode,
} from "react";
import { ago, fullTime } from "../format";
import { wordsOf } from "../service/rest";
import { Icon, type IconName } from "./Icon";

/** The current time, renewed every so often, for what is said relative to it. */
export function useNow(everyMs = 20_000): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}

/** How long ago; the tooltip has the whole date in the viewer's zone. */
export function Ago({ at }: { readonly at: number }) {
  const now = useNow();
  return (
    <time dateTime={new Date(at).toISOString()} title={fullTime(at)}>
      {ago(at, now)}
    </time>
  );
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly look?: "primary" | "quiet" | "danger" | "plain";
  readonly icon?: IconName;
}

export function Button({ look = "plain", icon, children, className = "", ...rest }: ButtonProps) {
  return (
    <button type="button" className={`button ${look}${children ? "" : " bare"} ${className}`} {...rest}>
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

interface CardProps {
  readonly title?: ReactNode;
  readonly aside?: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}

export function Card({ title, aside, className = "", children }: CardProps) {
  const id = useId();
  return (
    <section className={`card ${className}`} {...(title ? { "aria-labelledby": id } : {})}>
      {title && (
        <header className="card-head">
          <h2 id={id}>{title}</h2>
          {aside}
        </header>
      )}
      {children}
    </section>
  );
}

export function Empty({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className="empty">
      <p className="empty-title">{title}</p>
      {children && <div>{children}</div>}
    </div>
  );
}

export function Failure({ error, retry }: { readonly error: Error; readonly retry?: () => void }) {
  return (
    <div className="failure" role="alert">
      <p>{wordsOf(error)}</p>
      {retry && (
        <Button look="quiet" onClick={retry}>
          Try again
        </Button>
      )}
    </div>
  );
}

/** Lines that stand in for text that loads. */
export function Loading({ lines = 3 }: { readonly lines?: number }) {
  return (
    <div className="loading" role="status" aria-label="Loading">
      {Array.from({ length: lines }, (_, i) => (
        <span key={i} />
      ))}
    </div>
  );
}

export function Tag({ tone = "", children }: { readonly tone?: string; readonly children: ReactNode }) {
  return <span className={`tag ${tone}`}>{children}</span>;
}

/** A share from 0 to 1 as a bar with its figure. */
export function Meter({ label, value }: { readonly label: string; readonly value: number }) {
  return (
    <div className="meter">
      <span>{label}</span>
      <meter min={0} max={1} value={value} aria-label={label} />
      <span className="figure">{value.toFixed(2)}</span>
    </div>
  );
}

export function Field({
  label,
  note,
  children,
}: {
  readonly label: string;
  readonly note?: string;
  readonly children: ReactNode;
}) {
  return (
    <label className="field">
      <span className="field-label">{label}</span>
      {children}
      {note && <span className="field-note">{note}</span>}
    </label>
  );
}

interface SelectProps extends ComponentProps<"select"> {
  /** Values with their labels. */
  readonly options: readonly (readonly [value: string, label: string])[];
}

/** The browser's own: nothing is better on a phone and with a screen reader. */
export function Select({ options, ...rest }: SelectProps) {
  return (
    <select {...rest}>
      {options.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}

interface SheetProps {
  readonly title: string;
  readonly about?: ReactNode;
  readonly kind?: "drawer" | "dialog";
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A modal at the side or in the middle. Without Dialog.Overlay, which would write a style element. */
export function Sheet({ title, about, kind = "drawer", onClose, children }: SheetProps) {
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <div className={`backdrop ${kind}`} aria-hidden="true" />
        <Dialog.Content className={`sheet ${kind}`} {...(about ? {} : { "aria-describedby": undefined })}>
          <header className="sheet-head">
            <div>
              <Dialog.Title>{title}</Dialog.Title>
              {about && <Dialog.Description>{about}</Dialog.Description>}
            </div>
            <Dialog.Close asChild>
              <Button look="quiet" icon="close" aria-label="Close" />
            </Dialog.Close>
          </header>
          <div className="sheet-body">{children}</div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
