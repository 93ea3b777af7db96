/** Thoughts named by their ids, as far as they are among the newest. */
import { api } from "../../../convex/_generated/api";
import { useLive } from "../service/live";

export function ThoughtList({ ids }: { readonly ids: readonly string[] }) {
  const thoughts = useLive(api.consciousness.recentThoughts, { limit: 100 });
  return ids.map((id) => {
    const thought = thoughts.data?.find(({ _id }) => _id === id);
    return thought === undefined ? (
      <p key={id} className="quiet">
        An older thought, {id}
      </p>
    ) : (
      <p key={id} className="voice">
        {thought.content}
      </p>
    );
  });
}
