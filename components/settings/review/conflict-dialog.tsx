"use client";

import { useId, useState } from "react";
import type { ChangedBy } from "@/components/shell/queries/call";
import { authorInSentence } from "@/lib/shared/author";
import { Ago } from "@/components/ui/moment";
import { Button } from "@/components/ui/button";
import { OpenDialog } from "@/components/ui/dialog";
import { RadioGroup, RadioGroupItem } from "@/components/ui/radio-group";
import { useChangedPaths, useConfigStore, useKeyDrafts } from "../store/config-form";
import { countOf, describeEntry } from "../store/words";
import { isSecretEntry } from "../store/entry";
import type { ConfigStore } from "../store/config-store";

/** `base` is the value before both operators' changes. */
type Choice = "mine" | "theirs" | "base";

interface ConflictDialogProps {
  paths: readonly string[];
  by: ChangedBy | undefined;
  onResolved: () => void;
  onClose: () => void;
}

/** Lets the operator choose a value for each setting that another operator has changed in the meantime. */
export function ConflictDialog({ paths, by, onResolved, onClose }: ConflictDialogProps) {
  const store = useConfigStore();
  const [choices, setChoices] = useState<Record<string, Choice>>({});
  // Rerenders the dialog when an unsaved change disappears, for example because another operator saved the
  // same value. The dialog then omits that setting.
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
    store.acknowledge(paths);
    onResolved();
  };
  const chooseAll = (choice: Choice) => setChoices(Object.fromEntries(paths.map((path) => [path, choice])));

  return (
    <OpenDialog
      width="wide"
      title={`${countOf(paths.length, "setting")} changed by ${by ? authorInSentence({ kind: by.authorKind, name: by.author }) : "somebody else"}`}
      description={
        <>
          {by ? (
            <>
              Saved <Ago at={by.at} />.{" "}
            </>
          ) : null}
          Nothing of yours is saved yet. Choose a value for each setting. Your other changes are saved too.
        </>
      }
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
      onClose={onClose}
    >
      {shown.map((path) => (
        <Conflict
          key={path}
          path={path}
          choice={choices[path]}
          onChoose={(choice) => setChoices({ ...choices, [path]: choice })}
        />
      ))}
    </OpenDialog>
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
  const label = store.edition().registry.fieldAt(path)?.label;
  const sides = sidesOf(store, path);
  return (
    <div className="flex flex-col gap-2 rounded-lg border p-3">
      {label === undefined ? (
        <code id={labelId} className="font-medium break-all">
          {path}
        </code>
      ) : (
        <div>
          <p id={labelId} className="font-medium">
            {label}
          </p>
          <code className="text-xs break-all text-muted-foreground">{path}</code>
        </div>
      )}
      <RadioGroup
        aria-labelledby={labelId}
        value={choice ?? ""}
        onValueChange={(value) => onChoose(value as Choice)}
        className={sides.length > 2 ? "sm:grid-cols-3" : "sm:grid-cols-2"}
      >
        {sides.map(([side, text]) => (
          <Side key={side} value={side} text={text} />
        ))}
      </RadioGroup>
    </div>
  );
}

function sidesOf(store: ConfigStore, path: string): [Choice, string][] {
  const key = store.keys.at(path);
  if (key !== undefined)
    return [
      ["theirs", "Keep the value in the file"],
      ["mine", key.text ?? "Remove the key"],
    ];
  const field = store.edition().registry.fieldAt(path);
  const draft = store.drafts().get(path);
  if (field === undefined || draft === undefined) return [];
  const mine: [Choice, string] = ["mine", describeEntry(field, draft.entry)];
  const saved = store.savedAt(path);
  // For a secret, states only whether it was set or cleared. Its original value is not offered, because the browser does
  // not know it.
  if (isSecretEntry(saved)) return [["theirs", saved.set ? "set by somebody else" : "cleared"], mine];
  return [["theirs", describeEntry(field, saved)], mine, ["base", describeEntry(field, draft.origin)]];
}

const titles: Record<Choice, string> = { theirs: "Theirs", mine: "Mine", base: "Original value" };

function Side({ value, text }: { value: Choice; text: string }) {
  const id = useId();
  return (
    <label
      htmlFor={id}
      className="flex min-h-11 items-start gap-2 rounded-lg border p-2 has-[[data-state=checked]]:border-accent has-[[data-state=checked]]:bg-accent-soft"
    >
      <RadioGroupItem id={id} value={value} className="mt-0.5" />
      <span className="min-w-0">
        <span className="block font-medium">{titles[value]}</span>
        <span className="block text-sm wrap-anywhere text-muted-foreground">{text}</span>
      </span>
    </label>
  );
}
