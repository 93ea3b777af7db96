/** What to do with an agent that has not lived yet. */
import { useAbout } from "../service/about";
import { Card } from "../ui/basics";

export function FirstSteps() {
  const { agentName, autonomy } = useAbout();
  return (
    <Card title="Begin here">
      <ol className="steps">
        <li>
          <a href="#/talk">Say hello</a>: {agentName} reads your note in a tick, and answers.
        </li>
        <li>
          <a href="#/memory?add=1">Give it a memory</a>, or{" "}
          <a href="#/memory/knowledge">a document to know</a>.
        </li>
        <li>
          <a href="#/steer">Tell it what happened</a>, and watch its mood move.
        </li>
      </ol>
      <p className="quiet">
        {autonomy
          ? "Every five minutes a tick comes by itself: it reads what came in and writes its log."
          : "Ticks do not come by themselves, since AUTONOMY is off: run one under Steer."}{" "}
        <a href="#/settings">Give it a model, a name, a character</a>
      </p>
    </Card>
  );
}
