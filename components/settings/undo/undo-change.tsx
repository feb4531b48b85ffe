"use client";

import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { Button, type ButtonProps } from "@/components/ui/button";
import { lazyComponent } from "@/components/ui/lazy-component";
import { toast } from "@/components/ui/toaster";
import type { RevisionUndo } from "@/lib/shared/contract/history";
import { lastChangeOf, previewUndo } from "../queries/config";

const UndoDialog = lazyComponent(() => import("./undo-dialog").then((part) => part.UndoDialog));

/** What to undo: a version, one setting of a version, or the newest change to a setting. */
export type Undoable = { version: number; path?: string } | { version?: undefined; path: string };

async function previewOf({ version, path }: Undoable): Promise<RevisionUndo | null> {
  if (version !== undefined) return previewUndo(version, path);
  const last = await lastChangeOf(path);
  return last === undefined ? null : previewUndo(last.id, path);
}

/** The caller must render `dialog`. */
function useUndo(change: Undoable, onClose?: () => void) {
  const [preview, setPreview] = useState<RevisionUndo | null>(null);
  const ask = useMutation({
    mutationFn: async () => {
      const [undoPreview] = await Promise.all([previewOf(change), UndoDialog.prepare()]);
      return undoPreview;
    },
    onSuccess(undoPreview) {
      setPreview(undoPreview);
      if (undoPreview !== null) return;
      toast.info("There is nothing to undo", { description: "No stored version changed this setting." });
    },
    onError: (error) => toast.error("This cannot be undone", { description: error.message }),
  });
  const dialog: ReactNode =
    preview === null ? null : (
      <UndoDialog
        initial={preview}
        path={change.path}
        onClose={() => {
          setPreview(null);
          onClose?.();
        }}
      />
    );
  return { ask: () => ask.mutate(), isAsking: ask.isPending, dialog };
}

interface UndoChangeProps extends Omit<ButtonProps, "onClick" | "busy"> {
  change: Undoable;
}

export function UndoChange({ change, children = "Undo", ...props }: UndoChangeProps) {
  const { ask, isAsking, dialog } = useUndo(change);
  const prepare = () => void UndoDialog.prepare().catch(() => undefined);
  return (
    <>
      <Button size="sm" {...props} busy={isAsking} onPointerEnter={prepare} onClick={ask}>
        {children}
      </Button>
      {dialog}
    </>
  );
}

/** Opens the confirmation without a click, for a page whose URL requests the undo. */
export function UndoAsked({ change, onClose }: { change: Undoable; onClose: () => void }) {
  const { ask, dialog } = useUndo(change, onClose);
  const askOnce = useEffectEvent(ask);
  useEffect(() => askOnce(), []);
  return dialog;
}
