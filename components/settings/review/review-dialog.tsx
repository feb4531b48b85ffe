"use client";

import { Undo2 } from "lucide-react";
import { type ReactNode, type RefObject, useRef } from "react";
import { NoteField } from "@/components/shell/form/form-parts";
import { Button } from "@/components/ui/button";
import { OpenDialog } from "@/components/ui/dialog";
import { useConfigStore, useEdition, useKeyDrafts } from "../store/config-form";
import { breaksOf } from "../store/entry";
import { countOf } from "../store/words";
import { useGoTo } from "../rows/setting-link";
import { ChangeDiff, TextDifference } from "./change-diff";
import { DownloadPatch } from "./take-away";
import { TextPreview } from "./text-preview";
import { isSaveKey } from "./use-save-keys";

interface ReviewDialogProps {
  paths: readonly string[];
  isBusy: boolean;
  disabled: boolean;
  note: string;
  onNote: (note: string) => void;
  onSave: () => void;
  onPropose: () => void;
  onClose: () => void;
}

export function ReviewDialog({
  paths,
  note,
  onNote,
  isBusy,
  disabled,
  onSave,
  onPropose,
  onClose,
}: ReviewDialogProps) {
  const { sections, sectionOf } = useEdition().registry;
  const store = useConfigStore();
  const goTo = useGoTo();
  const saveButton = useRef<HTMLButtonElement>(null);
  const correctButton = useRef<HTMLButtonElement>(null);
  const firstWrong = paths.find((path) => store.valueProblemAt(path) !== undefined);
  const save = () => (isBusy || disabled ? undefined : onSave());
  const changes = countOf(paths.length + useKeyDrafts().length, "change");
  const changed = sections
    .map((section) => ({ section, paths: paths.filter((path) => sectionOf(path)?.id === section.id) }))
    .filter((group) => group.paths.length > 0);

  return (
    <OpenDialog
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
      title={`Review ${changes}`}
      description="Only these keys change in the file. Everything else stays identical, byte for byte."
      className="gap-6"
      footer={
        <>
          <DownloadPatch variant="ghost" className="sm:mr-auto" note={note} />
          <Button onClick={onPropose}>Propose</Button>
          <Button onClick={onClose}>Keep editing</Button>
          <Button ref={saveButton} variant="primary" busy={isBusy} disabled={disabled} onClick={save}>
            Save {changes}
          </Button>
        </>
      }
      onClose={onClose}
    >
      {changed.map((group) => (
        <section key={group.section.id} aria-label={group.section.title} className="flex flex-col gap-2">
          <h3 className="text-sm font-semibold text-muted-foreground">{group.section.title}</h3>
          <ul className="divide-y rounded-lg border">
            {group.paths.map((path) => (
              <Change
                key={path}
                path={path}
                correctRef={path === firstWrong ? correctButton : undefined}
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
    </OpenDialog>
  );
}

interface ChangeProps {
  path: string;
  correctRef: RefObject<HTMLButtonElement | null> | undefined;
  onCorrect: () => void;
}

function Change({ path, correctRef, onCorrect }: ChangeProps) {
  const store = useConfigStore();
  const field = store.edition().registry.fieldAt(path);
  const draft = store.drafts().get(path);
  if (field === undefined || draft === undefined) return null;
  const problem = store.valueProblemAt(path);
  const breaks = breaksOf(field, draft.entry);
  return (
    <ChangeItem name={field.label} onUndo={() => store.revert([path])}>
      <span className="font-medium">{field.label}</span>
      <code className="text-xs break-all text-muted-foreground">{path}</code>
      <ChangeDiff field={field} from={store.savedAt(path)} to={draft.entry} />
      {breaks ? <p className="text-sm text-warning-text">{breaks}</p> : null}
      {problem === undefined ? null : (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-danger-text">
          {problem}
          <Button ref={correctRef} size="sm" aria-label={`Fix ${field.label}`} onClick={onCorrect}>
            Fix
          </Button>
        </p>
      )}
    </ChangeItem>
  );
}

function ChangeItem({ name, onUndo, children }: { name: string; onUndo: () => void; children: ReactNode }) {
  return (
    <li className="flex items-start justify-between gap-3 px-3 py-2.5">
      <div className="flex min-w-0 flex-1 flex-col gap-1">{children}</div>
      <Button
        variant="quiet"
        size="icon-sm"
        aria-label={`Undo edit of ${name}`}
        title="Undo edit"
        onClick={onUndo}
      >
        <Undo2 aria-hidden="true" />
      </Button>
    </li>
  );
}

function KeyChanges() {
  const { keys } = useConfigStore();
  const drafts = useKeyDrafts();
  if (drafts.length === 0) return null;
  return (
    <section aria-label="Unrecognized keys" className="flex flex-col gap-2">
      <h3 className="text-sm font-semibold text-muted-foreground">Unrecognized keys</h3>
      <ul className="divide-y rounded-lg border">
        {drafts.map(({ path, origin, text }) => (
          <ChangeItem key={path} name={path} onUndo={() => keys.revert(path)}>
            <code className="font-medium break-all">{path}</code>
            <TextDifference from={origin ?? "value not shown"} to={text ?? "removed from the file"} />
          </ChangeItem>
        ))}
      </ul>
    </section>
  );
}
