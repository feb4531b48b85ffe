"use client";

import { Undo2 } from "lucide-react";
import { type RefObject, useRef } from "react";
import { NoteField } from "@/components/shell/form/form-parts";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent, DialogParts } from "@/components/ui/dialog";
import { useConfigStore, useEdition, useKeyDrafts } from "../store/config-form";
import type { ConfigStore } from "../store/config-store";
import { countOf } from "../store/words";
import { useGoTo } from "../rows/setting-link";
import { ChangeDiff, TextDifference } from "./change-diff";
import { TextPreview } from "./text-preview";
import { isSaveKey } from "./use-save-keys";
import type { KeyDraft } from "../store/key-drafts";

interface ReviewDialogProps {
  paths: readonly string[];
  isBusy: boolean;
  disabled: boolean;
  note: string;
  onNote: (note: string) => void;
  onSave: () => void;
  onClose: () => void;
}

export function ReviewDialog({ paths, note, onNote, isBusy, disabled, onSave, onClose }: ReviewDialogProps) {
  const { sections, sectionOf } = useEdition().registry;
  const store = useConfigStore();
  const goTo = useGoTo();
  const saveButton = useRef<HTMLButtonElement>(null);
  const correctButton = useRef<HTMLButtonElement>(null);
  const wrong = new Map(paths.flatMap((path) => problemAt(store, path) ?? []));
  const save = () => (isBusy || disabled ? undefined : onSave());
  const changes = countOf(paths.length + useKeyDrafts().length, "change");
  const changed = sections
    .map((section) => ({ section, paths: paths.filter((path) => sectionOf(path)?.id === section.id) }))
    .filter((group) => group.paths.length > 0);

  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent
        width="wide"
        onOpenAutoFocus={(event) => {
          if (disabled) return;
          event.preventDefault();
          (correctButton.current ?? saveButton.current)?.focus();
        }}
        onKeyDown={(event) => {
          if (!isSaveKey(event)) return;
          event.preventDefault();
          save();
        }}
      >
        <DialogParts
          title={`Review ${changes}`}
          description="Only these keys change in the file. Everything else stays identical, byte for byte."
          className="gap-6"
          footer={
            <>
              <Button onClick={onClose}>Keep editing</Button>
              <Button ref={saveButton} variant="primary" busy={isBusy} disabled={disabled} onClick={save}>
                Save {changes}
              </Button>
            </>
          }
        >
          {changed.map((group) => (
            <section key={group.section.id} aria-label={group.section.title} className="flex flex-col gap-2">
              <h3 className="text-sm font-semibold text-muted-foreground">{group.section.title}</h3>
              <ul className="divide-y rounded-lg border">
                {group.paths.map((path) => (
                  <Change
                    key={path}
                    path={path}
                    problem={wrong.get(path)}
                    correctRef={path === [...wrong.keys()][0] ? correctButton : undefined}
                    onCorrect={() => {
                      onClose();
                      goTo(path);
                    }}
                  />
                ))}
              </ul>
            </section>
          ))}
          <KeyChanges />
          <TextPreview />
          <NoteField value={note} onChange={onNote} />
        </DialogParts>
      </DialogContent>
    </Dialog>
  );
}

interface ChangeProps {
  path: string;
  /** Why the value cannot be saved. */
  problem: string | undefined;
  correctRef: RefObject<HTMLButtonElement | null> | undefined;
  onCorrect: () => void;
}

function problemAt(store: ConfigStore, path: string): [string, string][] | undefined {
  const problem = store.valueProblemAt(path);
  return problem === undefined ? undefined : [[path, problem]];
}

function Change({ path, problem, correctRef, onCorrect }: ChangeProps) {
  const store = useConfigStore();
  const field = store.edition().registry.fieldAt(path);
  const draft = store.drafts().get(path);
  if (field === undefined || draft === undefined) return null;
  return (
    <li className="flex items-start justify-between gap-3 px-3 py-2.5">
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <span className="font-medium">{field.label}</span>
        <code className="text-xs break-all text-muted-foreground">{path}</code>
        <ChangeDiff field={field} from={store.savedAt(path)} to={draft.entry} />
        {problem === undefined ? null : (
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-danger-text">
            {problem}
            <Button ref={correctRef} size="sm" aria-label={`Correct ${field.label}`} onClick={onCorrect}>
              Correct
            </Button>
          </p>
        )}
      </div>
      <Button
        variant="quiet"
        size="icon-sm"
        aria-label={`Undo edit of ${field.label}`}
        title="Undo edit"
        onClick={() => store.revert([path])}
      >
        <Undo2 aria-hidden="true" />
      </Button>
    </li>
  );
}

/** The part of the review that lists unsaved changes of unrecognized keys. */
function KeyChanges() {
  const drafts = useKeyDrafts();
  if (drafts.length === 0) return null;
  return (
    <section aria-label="Unrecognized keys" className="flex flex-col gap-2">
      <h3 className="text-sm font-semibold text-muted-foreground">Unrecognized keys</h3>
      <ul className="divide-y rounded-lg border">
        {drafts.map((draft) => (
          <KeyEdit key={draft.path} draft={draft} />
        ))}
      </ul>
    </section>
  );
}

function KeyEdit({ draft: { path, origin, text } }: { draft: KeyDraft }) {
  const store = useConfigStore();
  return (
    <li className="flex items-start justify-between gap-3 px-3 py-2.5">
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <code className="font-medium break-all">{path}</code>
        <TextDifference from={origin ?? "value not shown"} to={text ?? "removed from the file"} />
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
