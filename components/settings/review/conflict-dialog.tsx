"use client";

import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent, DialogParts } from "@/components/ui/dialog";
import { RadioGroup, RadioGroupItem } from "@/components/ui/radio-group";
import type { Field } from "@/lib/shared/settings/field";
import { useChangedPaths, useConfigStore, useKeyDrafts } from "../store/config-form";
import { countOf, describeEntry } from "../store/words";
import { type Entry, isSecretEntry } from "../store/entry";
import type { KeyDraft } from "../store/key-drafts";

/** `base` is the value before both operators' changes. */
type Choice = "mine" | "theirs" | "base";

interface ConflictDialogProps {
  /** Paths of settings and keys that both this operator and another operator have changed. */
  paths: readonly string[];
  onResolved: () => void;
  onClose: () => void;
}

/** The operator chooses a value for each setting that another operator saved first. Nothing is saved until then. */
export function ConflictDialog({ paths, onResolved, onClose }: ConflictDialogProps) {
  const store = useConfigStore();
  const [choices, setChoices] = useState<Record<string, Choice>>({});
  // These hooks rerender the dialog when an unsaved change disappears, for example because another operator saved the
  // same value. The operator then no longer chooses a value for that setting.
  useChangedPaths();
  useKeyDrafts();
  const shown = paths.filter((path) => store.keys.at(path) ?? store.drafts().get(path));
  const open = shown.filter((path) => choices[path] === undefined).length;

  const resolve = () => {
    store.revert(paths.filter((path) => choices[path] === "theirs"));
    for (const path of paths) {
      const origin = store.drafts().get(path)?.origin;
      if (choices[path] === "base" && origin !== undefined) store.setDraft(path, origin);
    }
    store.acknowledge();
    onResolved();
  };
  const chooseAll = (choice: Choice) => setChoices(Object.fromEntries(paths.map((path) => [path, choice])));

  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DialogContent width="wide">
        <DialogParts
          title={`${countOf(paths.length, "setting")} changed by somebody else`}
          description="Nothing is saved yet. Choose a value for each setting. Your other changes are saved too."
          className="gap-4"
          footer={
            <>
              {shown.length > 1 ? (
                <div className="mr-auto flex gap-2 max-sm:mr-0">
                  <Button variant="ghost" onClick={() => chooseAll("theirs")}>
                    All theirs
                  </Button>
                  <Button variant="ghost" onClick={() => chooseAll("mine")}>
                    All mine
                  </Button>
                </div>
              ) : null}
              <Button onClick={onClose}>Keep editing</Button>
              <Button variant="primary" disabled={open > 0} onClick={resolve}>
                {open > 0 ? `Choose ${open} more` : "Save with these choices"}
              </Button>
            </>
          }
        >
          {shown.map((path) => (
            <Conflict
              key={path}
              path={path}
              choice={choices[path]}
              onChoose={(choice) => setChoices({ ...choices, [path]: choice })}
            />
          ))}
        </DialogParts>
      </DialogContent>
    </Dialog>
  );
}

interface ConflictProps {
  path: string;
  choice: Choice | undefined;
  onChoose: (choice: Choice) => void;
}

function Conflict({ path, choice, onChoose }: ConflictProps) {
  const store = useConfigStore();
  const labelId = useId();
  const field = store.edition().registry.fieldAt(path);
  const draft = store.drafts().get(path);
  const key = store.keys.at(path);
  if (key !== undefined) return <KeyConflict draft={key} choice={choice} onChoose={onChoose} />;
  if (field === undefined || draft === undefined) return null;
  return (
    <div className="flex flex-col gap-2 rounded-lg border p-3">
      <div>
        <p id={labelId} className="font-medium">
          {field.label}
        </p>
        <code className="text-xs break-all text-muted-foreground">{path}</code>
      </div>
      <RadioGroup
        aria-labelledby={labelId}
        value={choice ?? ""}
        onValueChange={(value) => onChoose(value as Choice)}
        className={isSecretEntry(draft.origin) ? "sm:grid-cols-2" : "sm:grid-cols-3"}
      >
        <Side value="theirs" title="Theirs" text={theirs(field, store.savedAt(path))} />
        <Side value="mine" title="Mine" text={describeEntry(field, draft.entry)} />
        {/* The original value of a secret is not offered, because the browser does not know it. */}
        {isSecretEntry(draft.origin) ? null : (
          <Side value="base" title="Original value" text={describeEntry(field, draft.origin)} />
        )}
      </RadioGroup>
    </div>
  );
}

interface KeyConflictProps extends Omit<ConflictProps, "path"> {
  draft: KeyDraft;
}

/** Does not show the saved value of an unrecognized key, because it may be a secret. */
function KeyConflict({ draft: { path, text }, choice, onChoose }: KeyConflictProps) {
  return (
    <div className="flex flex-col gap-2 rounded-lg border p-3">
      <code className="font-medium break-all">{path}</code>
      <RadioGroup
        aria-label={path}
        value={choice ?? ""}
        onValueChange={(value) => onChoose(value as Choice)}
        className="sm:grid-cols-2"
      >
        <Side value="theirs" title="Theirs" text="Keep the value in the file" />
        <Side value="mine" title="Mine" text={text ?? "Remove the key"} />
      </RadioGroup>
    </div>
  );
}

/** Describes the other operator's value. For a secret, states only whether it was set or cleared. */
function theirs(field: Field, entry: Entry): string {
  if (isSecretEntry(entry)) return entry.set ? "set by somebody else" : "cleared";
  return describeEntry(field, entry);
}

function Side({ value, title, text }: { value: Choice; title: string; text: string }) {
  const id = useId();
  return (
    <label
      htmlFor={id}
      className="flex min-h-11 items-start gap-2 rounded-lg border p-2 has-[[data-state=checked]]:border-accent has-[[data-state=checked]]:bg-accent-soft"
    >
      <RadioGroupItem id={id} value={value} className="mt-0.5" />
      <span className="min-w-0">
        <span className="block font-medium">{title}</span>
        <span className="block text-sm wrap-anywhere text-muted-foreground">{text}</span>
      </span>
    </label>
  );
}
