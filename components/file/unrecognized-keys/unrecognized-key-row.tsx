"use client";

import { Eye, EyeOff, Trash2, Undo2 } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { CopyButton } from "@/components/ui/copy-button";
import { useUnrecognizedKey } from "./use-unrecognized-key";
import { ValueControl } from "./value-control";

/** An unrecognized key with its value, which is fetched on request, and buttons to change it. */
export function UnrecognizedKeyRow({ path, disabled }: { path: string; disabled: boolean }) {
  const key = useUnrecognizedKey(path);
  const { draft, origin, text, failure } = key;
  const isRemoved = draft?.text === null;
  return (
    <li
      id={path}
      className="relative flex scroll-mt-20 flex-col gap-3 px-4 py-3 target:bg-accent-soft sm:px-6"
    >
      {draft ? <span aria-hidden="true" className="absolute inset-y-0 left-0 w-[3px] bg-warning" /> : null}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <span className="flex min-w-0 flex-wrap items-center gap-x-2">
          <code className={isRemoved ? "min-w-0 break-all line-through" : "min-w-0 break-all"}>{path}</code>
          {draft ? <Badge tone="warning">{isRemoved ? "Removed, unsaved" : "Unsaved"}</Badge> : null}
          {key.isInFile ? null : <Badge tone="danger">No longer in the file</Badge>}
        </span>
        <span className="flex items-center gap-1">
          {draft ? (
            <Button size="sm" variant="ghost" aria-label={`Undo edit of ${path}`} onClick={key.undo}>
              <Undo2 aria-hidden="true" />
              Undo edit
            </Button>
          ) : origin === null ? (
            <Button size="sm" busy={key.isBusy} aria-label={`Show ${path}`} onClick={key.show}>
              <Eye aria-hidden="true" />
              Show
            </Button>
          ) : (
            <Button size="sm" aria-label={`Hide ${path}`} onClick={key.hide}>
              <EyeOff aria-hidden="true" />
              Hide
            </Button>
          )}
          {isRemoved ? null : (
            <Button
              size="sm"
              variant="ghost"
              disabled={disabled}
              aria-label={`Remove ${path}`}
              onClick={key.remove}
            >
              <Trash2 aria-hidden="true" />
              Remove
            </Button>
          )}
          <CopyButton value={path} label={`Copy key ${path}`} variant="quiet" />
        </span>
      </div>
      {failure === null ? null : (
        <Callout tone="danger" role="alert" title="The value cannot be shown">
          {failure}
        </Callout>
      )}
      {text === null || origin === null ? null : (
        <ValueControl
          path={path}
          origin={origin}
          text={text}
          error={draft?.error}
          disabled={disabled || key.isStale}
          onEdit={key.edit}
        />
      )}
    </li>
  );
}
