"use client";

import { useState } from "react";
import { NoteField } from "@/components/shell/form/form-parts";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Dialog, DialogContent, DialogParts } from "@/components/ui/dialog";
import { lazyComponent } from "@/components/ui/lazy-component";
import { Skeleton } from "@/components/ui/loading";
import type { PlacedProblem } from "./text-lint";
import { TextVerdict } from "./text-verdict";

const TextDiff = lazyComponent(
  () => import("./text-diff").then((part) => part.default),
  <Skeleton className="h-64" />,
);

interface ReviewTextDialogProps {
  before: string;
  after: string;
  problems: readonly PlacedProblem[];
  isBusy: boolean;
  /** Why the server refused the last save. */
  failure: string | undefined;
  /** Closes the review and moves the cursor to the offset. */
  onGoTo: (offset: number) => void;
  onSave: (note: string) => void;
  onClose: () => void;
}

export function ReviewTextDialog(props: ReviewTextDialogProps) {
  const { before, after, problems, isBusy, failure, onGoTo, onSave, onClose } = props;
  const canSave = problems.every(({ severity }) => severity !== "error");
  const [note, setNote] = useState("");
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent width="widest">
        <DialogParts
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
        >
          {failure === undefined ? null : (
            <Callout tone="danger" role="alert">
              {failure}
            </Callout>
          )}
          <TextVerdict problems={problems} onGoTo={onGoTo} />
          <TextDiff before={before} after={after} label="Differences from the file" />
          <NoteField value={note} onChange={setNote} />
        </DialogParts>
      </DialogContent>
    </Dialog>
  );
}
