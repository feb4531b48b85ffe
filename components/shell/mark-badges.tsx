import { RotateCcw } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import type { Mark } from "./marks";

/** Badges next to a page's name: unsaved changes, settings that wait for a restart, and the number of problems. */
export function MarkBadges({ mark }: { mark: Mark | undefined }) {
  if (!mark || mark.unsaved + mark.problems + mark.pending === 0) return null;
  const { unsaved, problems, errors, pending } = mark;
  return (
    <span className="ml-auto flex shrink-0 items-center gap-2">
      {problems > 0 ? (
        <Badge tone={errors > 0 ? "danger" : "warning"} size="sm" className="tabular-nums">
          <VisuallyHidden>, </VisuallyHidden>
          {problems}
          <VisuallyHidden>{problems === 1 ? " problem" : " problems"}</VisuallyHidden>
        </Badge>
      ) : null}
      {pending > 0 ? (
        <span title={`${pending} restart pending`} className="text-warning-text">
          <RotateCcw aria-hidden="true" className="size-3.5" />
          <VisuallyHidden>, {pending} restart pending</VisuallyHidden>
        </span>
      ) : null}
      {unsaved > 0 ? (
        <span title={`${unsaved} unsaved`} className="size-2 rounded-full bg-warning">
          <VisuallyHidden>, {unsaved} unsaved</VisuallyHidden>
        </span>
      ) : null}
    </span>
  );
}
