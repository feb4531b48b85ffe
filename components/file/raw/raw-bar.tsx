"use client";

import { useState } from "react";
import { ConfirmDialog } from "@/components/ui/dialog";
import { Button } from "@/components/ui/button";

interface RawBarProps {
  isDirty: boolean;
  disabled: boolean;
  onDiscard: () => void;
  onReview: () => void;
}

export function RawBar({ isDirty, disabled, onDiscard, onReview }: RawBarProps) {
  const [isDiscarding, setDiscarding] = useState(false);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p role="status" className="text-sm text-muted-foreground">
        {isDirty ? "Unsaved" : "No changes"}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="ghost" disabled={!isDirty} onClick={() => setDiscarding(true)}>
          Discard
        </Button>
        <Button
          variant="primary"
          aria-keyshortcuts="Control+S Meta+S"
          disabled={!isDirty || disabled}
          onClick={onReview}
        >
          Review and save
        </Button>
      </div>
      <ConfirmDialog
        open={isDiscarding}
        onOpenChange={setDiscarding}
        title="Discard your text?"
        description="The editor returns to the text in the file. Your edits are lost."
        confirmLabel="Discard text"
        cancelLabel="Keep editing"
        onConfirm={onDiscard}
      />
    </div>
  );
}
