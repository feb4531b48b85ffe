"use client";

import { Download } from "lucide-react";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { OpenDialog } from "@/components/ui/dialog";
import { downloadFile } from "@/components/ui/download";

interface RecoveryCodesDialogProps {
  /** Null while the dialog is closed. */
  codes: readonly string[] | null;
  onClose: () => void;
}

/** Shows new recovery codes. They are shown only once, but the operator can create new ones at any time. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  if (codes === null) return null;
  const text = codes.join("\n");
  // An accidental click or key must not hide the codes.
  const stay = (event: Event) => event.preventDefault();
  return (
    <OpenDialog
      title="Your recovery codes"
      description="Enter one with your password if you lose your passkey or phone. Each works once. They are not shown again, so store them with your passwords."
      footer={
        <Button variant="primary" onClick={onClose}>
          I have stored them
        </Button>
      }
      onInteractOutside={stay}
      onEscapeKeyDown={stay}
      onClose={onClose}
    >
      <ol className="grid grid-cols-1 gap-x-6 gap-y-2 rounded-lg border p-4 font-mono sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2">
        <CopyButton value={text} label="Copy codes" />
        <Button onClick={() => downloadFile(new Blob([`${text}\n`]), "recovery-codes.txt")}>
          <Download aria-hidden="true" />
          Download
        </Button>
      </div>
    </OpenDialog>
  );
}
