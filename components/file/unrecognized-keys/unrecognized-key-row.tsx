"use client";

import { Eye, EyeOff } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { CopyButton } from "@/components/ui/copy-button";
import { Textarea } from "@/components/ui/textarea";
import type { OtherKey } from "@/lib/shared/contract/unrecognized-key";
import { useOtherKey } from "./use-unrecognized-key";

const ConfirmDialog = dynamic(
  () => import("@/components/ui/alert-dialog").then((module) => module.ConfirmDialog),
  { ssr: false },
);

const mostLines = 24;

export function OtherKeyRow({ path, disabled }: { path: string; disabled: boolean }) {
  const key = useOtherKey(path);
  const [isRemoving, setRemoving] = useState(false);
  const { shown, isBusy } = key;
  return (
    <li id={path} className="flex scroll-mt-20 flex-col gap-3 px-4 py-3 target:bg-accent-soft sm:px-6">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <span className="flex min-w-0 items-center gap-1">
          <code className="min-w-0 break-all">{path}</code>
          <CopyButton value={path} label={`Copy key ${path}`} variant="quiet" className="-my-2" />
        </span>
        <span className="flex gap-2">
          {shown === null ? (
            <Button size="sm" busy={isBusy} aria-label={`Show ${path}`} onClick={() => void key.show()}>
              <Eye aria-hidden="true" />
              Show
            </Button>
          ) : (
            <Button size="sm" aria-label={`Hide ${path}`} onClick={key.hide}>
              <EyeOff aria-hidden="true" />
              Hide
            </Button>
          )}
          <Button
            size="sm"
            variant="ghost"
            disabled={disabled || isBusy}
            aria-label={`Remove ${path}`}
            onClick={() => setRemoving(true)}
          >
            Remove
          </Button>
        </span>
      </div>
      {key.failure === null ? null : (
        <Callout tone="danger" role="alert" title="Nothing was changed">
          {key.failure}
        </Callout>
      )}
      {shown === null ? null : (
        <Editor key={shown.text} shown={shown} isBusy={isBusy} disabled={disabled} onSave={key.save} />
      )}
      {isRemoving ? (
        <ConfirmDialog
          open
          onOpenChange={setRemoving}
          title={`Remove ${path}?`}
          description="The key and everything below it leave the file at once. The history keeps the version before."
          confirmLabel="Remove key"
          cancelLabel="Keep key"
          onConfirm={() => void key.remove()}
        />
      ) : null}
    </li>
  );
}

interface EditorProps {
  shown: OtherKey;
  isBusy: boolean;
  disabled: boolean;
  onSave: (text: string) => Promise<void>;
}

/** The value as JSON. Saved separately, because it is not one of the unsaved changes of the settings form. */
function Editor({ shown, isBusy, disabled, onSave }: EditorProps) {
  const [text, setText] = useState(shown.text);
  const isChanged = text !== shown.text;
  return (
    <div className="flex flex-col gap-2">
      <Textarea
        aria-label={`Value of ${shown.path} as JSON`}
        code
        spellCheck={false}
        autoComplete="off"
        readOnly={disabled}
        rows={Math.min(mostLines, text.split("\n").length)}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {isChanged ? (
        <div className="flex flex-wrap justify-end gap-2">
          <Button size="sm" variant="ghost" onClick={() => setText(shown.text)}>
            Revert
          </Button>
          <Button size="sm" variant="primary" busy={isBusy} onClick={() => void onSave(text)}>
            Save key
          </Button>
        </div>
      ) : null}
    </div>
  );
}
