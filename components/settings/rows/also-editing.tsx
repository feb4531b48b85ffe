import { UserRound } from "lucide-react";
import { useEdition } from "../store/config-form";
import { useOthersEditing } from "../store/presence";

const named = 3;

/** Says which other operators have unsaved changes in this section. Shows nothing while nobody is known to. */
export function AlsoEditing({ section }: { section: string }) {
  const { registry } = useEdition();
  const lines = useOthersEditing().flatMap(({ username, paths }) => {
    const labels = paths.flatMap((path) =>
      registry.sectionOf(path)?.id === section ? (registry.fieldAt(path)?.label ?? []) : [],
    );
    return labels.length === 0 ? [] : [{ username, labels }];
  });
  return (
    <div role="status" className="empty:hidden">
      {lines.map(({ username, labels }) => (
        <p
          key={username}
          className="flex items-start gap-2 rounded-lg border border-accent/40 bg-accent-soft px-4 py-2.5"
        >
          <UserRound aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-accent-text" />
          <span className="min-w-0 wrap-anywhere">
            <b className="font-semibold">{username}</b> is editing {labels.slice(0, named).join(", ")}
            {labels.length > named ? ` and ${labels.length - named} more` : ""}. Nothing is saved yet.
          </span>
        </p>
      ))}
    </div>
  );
}
