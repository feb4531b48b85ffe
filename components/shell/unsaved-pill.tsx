import { PencilLine } from "lucide-react";
import { StatePill } from "./state-pill";

/** How many changes are in the form only, with a link to their list. Nothing while there are none. */
export function UnsavedPill({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <StatePill
      href="/settings?filter=unsaved"
      tone="warning"
      icon={PencilLine}
      count={count}
      words="unsaved"
    />
  );
}
