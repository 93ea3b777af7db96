/** Shows what went wrong in place of a view that could not be loaded or drawn, and lets it recover. */
import { Component, useEffect, useRef, type ReactNode } from "react";
import { useConnected } from "../service/live";
import { Button, Sheet } from "./basics";

interface Props {
  /** For a view that opens over others. */
  readonly onClose?: () => void;
  readonly children: ReactNode;
}

/** An error boundary. Use the view's address as its `key`, so that another view begins anew. */
export class Boundary extends Component<Props, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { readonly failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    const { children, onClose } = this.props;
    if (!this.state.failed) return children;
    if (onClose === undefined)
      return (
        <div className="view">
          <h1>Not shown</h1>
          <Broken />
        </div>
      );
    return (
      <Sheet title="Not shown" kind="dialog" onClose={onClose}>
        <Broken />
      </Sheet>
    );
  }
}

/** Loads the page anew when the service is back: a browser may keep the failure of a script, and a newer build has other names. */
function Broken() {
  const connected = useConnected();
  const wasAway = useRef(false);
  useEffect(() => {
    if (!connected) wasAway.current = true;
    else if (wasAway.current) location.reload();
  }, [connected]);
  return (
    <div className="failure" role="alert">
      <p>
        {connected
          ? "This part of the console could not be shown."
          : "This part of the console could not be loaded, because the service does not answer. It comes by itself when the service is back."}
      </p>
      <Button look="quiet" onClick={() => location.reload()}>
        Try again
      </Button>
    </div>
  );
}
