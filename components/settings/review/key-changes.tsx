import { Undo2 } from "lucide-react";
import { useConfigStore } from "../store/config-form";
import type { KeyDraft } from "../store/key-drafts";
import { useKeyDrafts } from "../store/use-key-drafts";
import { Button } from "@/components/ui/button";

/** The part of the review that lists unsaved changes of unrecognized keys. */
export function KeyChanges() {
  const drafts = useKeyDrafts();
  if (drafts.length === 0) return null;
  return (
    <section aria-label="Unrecognized keys" className="flex flex-col gap-2">
      <h3 className="text-sm font-semibold text-muted-foreground">Unrecognized keys</h3>
      <ul className="divide-y rounded-lg border">
        {drafts.map((draft) => (
          <Change key={draft.path} draft={draft} />
        ))}
      </ul>
    </section>
  );
}

function Change({ draft: { path, origin, text } }: { draft: KeyDraft }) {
  const store = useConfigStore();
  return (
    <li className="flex items-start justify-between gap-3 px-3 py-2.5">
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <code className="font-medium break-all">{path}</code>
        <div className="flex flex-col gap-1 font-mono text-xs">
          <del className="break-all whitespace-pre-wrap text-muted-foreground no-underline">
            <span className="sr-only">From </span>− {origin ?? "value not shown"}
          </del>
          <ins className="break-all whitespace-pre-wrap text-warning-text no-underline">
            <span className="sr-only">to </span>+ {text ?? "removed from the file"}
          </ins>
        </div>
      </div>
      <Button
        variant="quiet"
        size="icon-sm"
        aria-label={`Undo edit of ${path}`}
        onClick={() => store.keys.revert(path)}
      >
        <Undo2 aria-hidden="true" />
      </Button>
    </li>
  );
}
