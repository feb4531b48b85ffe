"use client";

import { useState } from "react";
import { NoteField } from "@/components/shell/form/form-parts";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { OpenDialog } from "@/components/ui/dialog";
import { lazyComponent } from "@/components/ui/lazy-component";
import { Skeleton } from "@/components/ui/loading";
import type { PlacedProblem } from "./text-lint";
import { countLine } from "./problem-panel";

const TextDiff = lazyComponent(
  () => import("./text-diff").then((part) => part.TextDiff),
  <Skeleton className="h-64" />,
);

interface ReviewTextDialogProps {
  before: string;
  after: string;
  problems: readonly PlacedProblem[];
  consequences: readonly string[];
  isBusy: boolean;
  onGoTo: (offset: number) => void;
  onSave: (note: string) => void;
  onClose: () => void;
}

export function ReviewTextDialog(props: ReviewTextDialogProps) {
  const { before, after, problems, consequences, isBusy, onGoTo, onSave, onClose } = props;
  const canSave = problems.every(({ severity }) => severity !== "error");
  const [note, setNote] = useState("");
  return (
    <OpenDialog
      width="widest"
      title="Review the text"
      description="Your text replaces the file. Each marker preserves its secret."
      className="gap-4"
      footer={
        <>
          <Button onClick={onClose}>Keep editing</Button>
          <Button variant="primary" busy={isBusy} disabled={!canSave} onClick={() => onSave(note.trim())}>
            Save text
          </Button>
        </>
      }
      onClose={onClose}
    >
      <TextVerdict problems={problems} onGoTo={onGoTo} />
      {consequences.length === 0 ? null : (
        <Callout tone="warning" title="The text replaces keys">
          <ul className="list-inside list-disc">
            {consequences.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Callout>
      )}
      <TextDiff before={before} after={after} label="Differences from the file" />
      <NoteField value={note} onChange={setNote} />
    </OpenDialog>
  );
}

interface TextVerdictProps {
  problems: readonly PlacedProblem[];
  onGoTo: (offset: number) => void;
}

/** Maximum number of problems in the list. Further problems are only counted. */
const most = 5;

/** States in the review whether the text can be saved. Errors must be corrected first. */
export function TextVerdict({ problems, onGoTo }: TextVerdictProps) {
  if (problems.length === 0) return null;
  const hasErrors = problems.some(({ severity }) => severity === "error");
  const [first] = problems.filter(({ severity }) => !hasErrors || severity === "error");
  return (
    <Callout
      tone={hasErrors ? "danger" : "warning"}
      role="alert"
      title={
        hasErrors
          ? `This text cannot be saved: ${countLine(problems)}`
          : `Check again: ${countLine(problems)}`
      }
      actions={
        first ? (
          <Button size="sm" onClick={() => onGoTo(first.from)}>
            Go to line {first.line}
          </Button>
        ) : null
      }
    >
      <ul className="list-inside list-disc">
        {problems.slice(0, most).map(({ from, line, column, message }) => (
          <li key={`${from}${message}`} className="wrap-anywhere">
            Line {line}, column {column}: {message}
          </li>
        ))}
        {problems.length > most ? <li>and {problems.length - most} more</li> : null}
      </ul>
    </Callout>
  );
}
