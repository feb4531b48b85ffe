import { PencilLine } from "lucide-react";
import { StatePill } from "./state-pill";

/** The number of unsaved changes, with a link to their list. Hidden without changes. */
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
