"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useRef, useState } from "react";
import { AuthorName } from "@/components/shell/author-name";
import { NoteField } from "@/components/shell/form/form-parts";
import { RequestError } from "@/components/shell/queries/call";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Dialog, DialogContent, DialogParts } from "@/components/ui/dialog";
import { Moment } from "@/components/ui/moment";
import type { RevisionUndo, UndoLine } from "@/lib/shared/contract/history";
import { settingOfAny } from "@/lib/shared/settings/editions";
import { configQuery, previewUndo, undoChanges } from "../queries/config";
import { useSavedToast } from "../review/use-saved-toast";
import { SettingLink } from "../rows/setting-link";
import { useFileSummary, useConfigStore } from "../store/config-form";
import { countOf } from "../store/words";
import { useRefusal } from "../store/use-setting";
import { canUndo, fieldOf, UndoLines, wordsOf } from "./undo-lines";

interface UndoDialogProps {
  initial: RevisionUndo;
  /** If set, only the change at this path is undone instead of the whole version. */
  path: string | undefined;
  onClose: () => void;
}

const isUntouched = ({ state }: UndoLine) => state === "same";
const pathOf = ({ path }: UndoLine) => path;

/**
 * Returns the paths that are selected initially. If a version has several changes, leaves out those that
 * somebody has overwritten since.
 */
const chosenOf = (lines: readonly UndoLine[]): ReadonlySet<string> =>
  new Set(lines.filter(lines.length === 1 ? canUndo : isUntouched).map(pathOf));

export function UndoDialog({ initial, path, onClose }: UndoDialogProps) {
  const [preview, setPreview] = useState(initial);
  const { id, author, authorKind, at, note: reason, more = 0 } = preview;
  const refusalOf = useRefusal();
  const judged = (line: UndoLine): UndoLine => {
    const refusal = canUndo(line) ? refusalOf(line.path) : null;
    return refusal === null ? line : { ...line, state: "refused", reason: refusal };
  };
  const lines = preview.lines.map(judged);
  const [only] = lines.length === 1 ? lines : [];
  const [chosen, setChosen] = useState(() => chosenOf(lines));
  const [note, setNote] = useState("");
  const [isOvertaken, setOvertaken] = useState(false);
  const { file } = useFileSummary();
  const reasonId = useId();
  const action = useRef<HTMLButtonElement>(null);
  const client = useQueryClient();
  const { receive } = useConfigStore();
  const showSavedToast = useSavedToast();

  const paths = lines.filter((line) => canUndo(line) && chosen.has(line.path)).map(pathOf);
  const isPossible = lines.some(canUndo);
  const isDisabled = file.readOnly !== null || paths.length === 0;
  const undo = useMutation({
    mutationFn: undoChanges,
    onSuccess(after, sent) {
      receive(after);
      const words = `${countOf(sent.paths.length, "change")} in version ${id} undone`;
      showSavedToast({ words, paths: sent.paths, before: { etag: sent.etag, file }, after });
      onClose();
    },
    async onError(error) {
      if (!(error instanceof RequestError) || error.status !== 412) return;
      const latest = await previewUndo(id, path);
      setPreview(latest);
      setChosen(chosenOf(latest.lines.map(judged)));
      setOvertaken(true);
    },
    // Refetches the history, the raw text and the running settings too, because their query keys start with the file's
    // key.
    onSettled: () => client.invalidateQueries({ queryKey: configQuery().queryKey }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (!isDisabled && !undo.isPending) undo.mutate({ id, etag: preview.base, paths, note: note.trim() });
  };
  const error = undo.error instanceof RequestError && undo.error.status === 412 ? null : undo.error;

  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DialogContent
        width={lines.length > 3 ? "wide" : "normal"}
        onOpenAutoFocus={(event) => {
          if (action.current === null || action.current.disabled) return;
          event.preventDefault();
          action.current.focus();
        }}
      >
        <form onSubmit={submit} className="contents">
          <DialogParts
            title={only ? `Undo the change to “${nameOf(only)}”?` : `Undo the changes in version ${id}?`}
            description={
              <>
                Version {id}, <AuthorName author={author} kind={authorKind} />, <Moment at={at} />
                {reason ? <span className="block wrap-anywhere">{reason}</span> : null}
              </>
            }
            className="gap-4"
            footer={
              <>
                <Button onClick={onClose}>{isPossible ? "Cancel" : "Close"}</Button>
                {isPossible ? (
                  <Button
                    ref={action}
                    type="submit"
                    variant="primary"
                    busy={undo.isPending}
                    disabled={isDisabled}
                    aria-describedby={file.readOnly === null ? undefined : reasonId}
                  >
                    {only ? actionOn(only) : `Undo ${countOf(paths.length, "change")}`}
                  </Button>
                ) : null}
              </>
            }
          >
            {isOvertaken ? (
              <Callout tone="warning" role="alert" title="The file has changed">
                Nothing was undone. This is what undoing would do now.
              </Callout>
            ) : null}
            {lines.length === 0 ? (
              <p>Only the layout of the text changed in this version, so there is no value to undo.</p>
            ) : (
              <UndoLines lines={lines} chosen={only ? null : chosen} onChoose={setChosen} onLeave={onClose} />
            )}
            {more > 0 ? (
              <p className="text-muted-foreground">
                {countOf(more, "more change")} of this version are not listed. To undo them, restore the
                previous version.
              </p>
            ) : null}
            {isPossible && file.readOnly === null ? <NoteField value={note} onChange={setNote} /> : null}
            {file.readOnly === null || !isPossible ? null : (
              <p id={reasonId} className="text-warning-text">
                {file.readOnly}
              </p>
            )}
            {error ? (
              <Callout tone="danger" role="alert" title="Nothing was undone">
                {error.message}
                <Involved error={error} onLeave={onClose} />
              </Callout>
            ) : null}
          </DialogParts>
        </form>
      </DialogContent>
    </Dialog>
  );
}

const nameOf = (line: UndoLine): string => fieldOf(line)?.label ?? line.path;

const longest = 24;

function actionOn(line: UndoLine): string {
  if (line.secret || !fieldOf(line)) return "Undo change";
  const words = wordsOf(line, line.before);
  return words.length > longest ? "Undo change" : `Set back to ${words}`;
}

/** Links to the settings that the panel names as reasons for the refusal. */
function Involved({ error, onLeave }: { error: Error; onLeave: () => void }) {
  const paths = error instanceof RequestError ? error.problems.map(({ path }) => path) : [];
  const settings = [...new Set(paths)].flatMap((path) => settingOfAny(path) ?? []);
  if (settings.length === 0) return null;
  return (
    <ul className="mt-1 flex flex-wrap gap-x-4">
      {settings.map(({ path, label }) => (
        <li key={path} onClickCapture={onLeave}>
          <SettingLink path={path} className="text-accent-text underline underline-offset-4">
            Open {label}
          </SettingLink>
        </li>
      ))}
    </ul>
  );
}
