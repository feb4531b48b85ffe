"use client";

import { Eye, EyeOff, Trash2, Undo2 } from "lucide-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { FormFailure } from "@/components/shell/form/form-parts";
import { useConfigDocument, useConfigStore, useKeyDrafts } from "@/components/settings/store/config-form";
import { useReadOnly, useRefusal } from "@/components/settings/store/use-setting";
import { Button } from "@/components/ui/button";
import { Badge } from "@/components/ui/badge";
import { CopyButton } from "@/components/ui/copy-button";
import { unrecognizedKeyQuery } from "../queries/config";
import { ValueControl } from "./value-control";

export function KeyList({ paths }: { paths: readonly string[] }) {
  const { disabled } = useReadOnly();
  const refusalOf = useRefusal();
  return (
    <ul aria-label="Unrecognized keys" className="divide-y">
      {paths.map((path) => (
        <UnrecognizedKeyRow key={path} path={path} disabled={disabled} refusal={refusalOf(path)} />
      ))}
    </ul>
  );
}

/** Shows an unrecognized key, with buttons to change it. A value with text is fetched only on request. */
function UnrecognizedKeyRow({
  path,
  disabled: isReadOnly,
  refusal,
}: {
  path: string;
  disabled: boolean;
  refusal: string | null;
}) {
  const disabled = isReadOnly || refusal !== null;
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
          ) : key.isShown ? null : origin === null ? (
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
      {refusal === null ? null : <p className="text-sm text-muted-foreground">{refusal}</p>}
      <FormFailure message={failure ?? undefined} title="The value cannot be shown" />
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

function useUnrecognizedKey(path: string) {
  const store = useConfigStore();
  const { etag, unknown, shown } = useConfigDocument();
  const draft = useKeyDrafts().find((one) => one.path === path);
  const [isAsked, setAsked] = useState(false);
  /** The text of the last edit. Shown after a save until the new value has been fetched. */
  const [typed, setTyped] = useState<string | null>(null);
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    ...unrecognizedKeyQuery(path, etag),
    enabled: isAsked && draft === undefined,
    placeholderData: (previous) => previous,
  });
  const isShown = shown[path] !== undefined;
  const origin = draft ? draft.origin : (shown[path] ?? (isAsked && data ? data.text : null));
  return {
    draft,
    /** The value in the file as JSON. Null while it is not shown. */
    origin,
    /** The value as JSON, with the unsaved change. Null while it is not shown, or if the change removes the key. */
    text: draft ? draft.text : isPlaceholderData && origin !== null ? (typed ?? origin) : origin,
    isInFile: unknown.includes(path),
    isShown,
    isBusy: isFetching,
    isStale: draft === undefined && isPlaceholderData,
    failure: isAsked ? (error?.message ?? null) : null,
    show: () => setAsked(true),
    hide: () => setAsked(false),
    edit: (text: string, fault?: string) => {
      setTyped(text);
      store.keys.set({ path, origin, text, ...(fault !== undefined && { error: fault }) });
    },
    remove: () => store.keys.set({ path, origin, text: null }),
    undo: () => {
      setTyped(null);
      store.keys.revert(path);
    },
  };
}
