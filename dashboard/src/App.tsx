/** The frame: navigation, the state of the connection, the view of the address, and what opens over it. */
import { lazy, Suspense, useEffect, useState } from "react";
import { go, hrefWith, usePlace } from "./router";
import { licenses, useAbout } from "./service/about";
import { useConnected } from "./service/live";
import type { Arrival } from "./service/signIn";
import { useTokens, WHERE_TOKENS_ARE } from "./service/tokens";
import { Button, Loading } from "./ui/basics";
import { Boundary } from "./ui/Boundary";
import { Icon, type IconName } from "./ui/Icon";
import { TokenDialog, TokenForm } from "./ui/TokenDialog";
import { Now } from "./views/Now";

const Stream = lazy(() => import("./views/Stream"));
const Talk = lazy(() => import("./views/Talk"));
const Memory = lazy(() => import("./views/Memory"));
const Steer = lazy(() => import("./views/Steer"));
const Settings = lazy(() => import("./views/Settings"));
const Receipt = lazy(() => import("./views/Receipt"));
const MemorySheet = lazy(() => import("./views/MemorySheet"));

const VIEWS: readonly { readonly id: IconName; readonly label: string }[] = [
  { id: "now", label: "Now" },
  { id: "stream", label: "Stream" },
  { id: "talk", label: "Talk" },
  { id: "memory", label: "Memory" },
  { id: "steer", label: "Steer" },
  { id: "settings", label: "Settings" },
];

export function App({ arrival }: { readonly arrival: Arrival | null }) {
  const { view, part, params } = usePlace();
  const connected = useConnected();
  const { readRefused } = useTokens();
  const { agentName } = useAbout();
  const shown = VIEWS.find(({ id }) => id === view) ?? VIEWS[0];
  useEffect(() => {
    document.title = `${shown?.label} · ${agentName}`;
  }, [shown, agentName]);
  const tick = params.get("tick");
  const memory = params.get("memory");
  return (
    <div className="frame">
      <a className="skip" href="#content" onClick={skipToContent}>
        Skip to the content
      </a>
      <header className="rail">
        <a className="brand" href="#/now">
          <span className="brand-mark" aria-hidden="true" />
          <span className="brand-name">{agentName}</span>
        </a>
        <nav aria-label="Views">
          {VIEWS.map(({ id, label }) => (
            <a key={id} href={`#/${id}`} aria-current={id === shown?.id ? "page" : undefined}>
              <Icon name={id} />
              <span>{label}</span>
            </a>
          ))}
        </nav>
        <ThemeButton />
      </header>
      <main id="content" tabIndex={-1}>
        <div role="status" className="connection">
          {!connected && (
            <p>
              <span className="pulse" aria-hidden="true" /> The service does not answer. What you see is the
              last it said; the console connects again by itself.
            </p>
          )}
        </div>
        {arrival !== null && <ArrivalNotice {...arrival} />}
        {readRefused !== null ? (
          <ReadGate />
        ) : (
          <Boundary key={`${shown?.id} ${part}`}>
            <Suspense fallback={<Loading lines={6} />}>
              {shown?.id === "now" && <Now />}
              {shown?.id === "stream" && <Stream />}
              {shown?.id === "talk" && <Talk />}
              {shown?.id === "memory" && <Memory part={part} params={params} />}
              {shown?.id === "steer" && <Steer part={part} />}
              {shown?.id === "settings" && <Settings />}
            </Suspense>
          </Boundary>
        )}
        {licenses !== null && (
          <footer className="quiet">
            <a href={licenses}>Licences of what this console is made of</a>
          </footer>
        )}
      </main>
      {readRefused === null && (
        <>
          {tick !== null && (
            <Boundary key={tick} onClose={closeTick}>
              <Suspense fallback={null}>
                <Receipt id={tick} onClose={closeTick} />
              </Suspense>
            </Boundary>
          )}
          {memory !== null && (
            <Boundary key={memory} onClose={closeMemory}>
              <Suspense fallback={null}>
                <MemorySheet id={memory} onClose={closeMemory} />
              </Suspense>
            </Boundary>
          )}
        </>
      )}
      <TokenDialog />
    </div>
  );
}

const closeTick = (): void => go(hrefWith("tick", null));
const closeMemory = (): void => go(hrefWith("memory", null));

/** What came of a sign-in link, until it is put away; that it worked, until another view is opened. */
function ArrivalNotice({ signedIn, says }: Arrival) {
  const [shown, setShown] = useState(true);
  useEffect(() => {
    if (!signedIn) return;
    const leave = (): void => setShown(false);
    addEventListener("hashchange", leave);
    return () => removeEventListener("hashchange", leave);
  }, [signedIn]);
  if (!shown) return null;
  return (
    <div className={`notice ${signedIn ? "good" : "warn"}`} role={signedIn ? "status" : "alert"}>
      <span>{says}</span>
      <Button look="quiet" icon="close" aria-label="Put this notice away" onClick={() => setShown(false)} />
    </div>
  );
}

function ReadGate() {
  const { keep, readRefused } = useTokens();
  const { agentName } = useAbout();
  return (
    <section className="gate">
      <h1>{agentName} is read with a token</h1>
      {readRefused === "wrong" && (
        <p className="failure" role="alert">
          The service refused this token.
        </p>
      )}
      <p>
        This service shows itself only to those who hold a token: READ_TOKEN, WRITE_TOKEN or TICK_TOKEN.{" "}
        {WHERE_TOKENS_ARE}
      </p>
      <TokenForm onToken={(token) => keep("read", token)} />
    </section>
  );
}

/** Light, dark, or as the system has it. */
function ThemeButton() {
  const [theme, setTheme] = useState(() => localStorage.getItem("anima.theme") ?? "system");
  useEffect(() => {
    document.documentElement.dataset["theme"] = theme;
    localStorage.setItem("anima.theme", theme);
  }, [theme]);
  const next = { system: "light", light: "dark", dark: "system" }[theme] ?? "system";
  return (
    <Button
      look="quiet"
      className="theme"
      icon="theme"
      aria-label={`Theme: ${theme}. Change to ${next}`}
      title={`Theme: ${theme}`}
      onClick={() => setTheme(next)}
    />
  );
}

/** The hash is the view's address, so that the link may not change it. */
function skipToContent(event: { preventDefault(): void }): void {
  event.preventDefault();
  document.getElementById("content")?.focus();
}
