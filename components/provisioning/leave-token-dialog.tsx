"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { OpenDialog } from "@/components/ui/dialog";
import { TokenText } from "./token-box";
import { type ShownToken, useAskBeforeUnload } from "./shown-token";

interface LeaveTokenDialogProps {
  shown: ShownToken;
  onStay: () => void;
  onClose: () => void;
}

export function LeaveTokenDialog({ shown, onStay, onClose }: LeaveTokenDialogProps) {
  const { noun, ownerName, file } = shown;
  const isLink = noun.startsWith("link");
  const [isKept, setKept] = useState(false);
  useAskBeforeUnload(!isKept);
  // An accidental click must not close the dialog. Escape returns to the token's page, like "Stay".
  const stay = (event: Event) => {
    if (!isKept) event.preventDefault();
  };
  return (
    <OpenDialog
      title={`Leave without the ${noun} ${isLink ? "for" : "of"} ${ownerName}?`}
      description={`You have not copied ${file ? "or downloaded " : ""}the ${noun}, and ${noun.endsWith("s") ? "they" : "it"} will not be shown again. A lost ${isLink ? "link" : "token"} can only be replaced.`}
      footer={
        <>
          {isKept ? null : <Button onClick={onStay}>Stay</Button>}
          <Button variant={isKept ? "primary" : "danger"} onClick={onClose}>
            {isKept ? "Close" : "Leave anyway"}
          </Button>
        </>
      }
      onInteractOutside={stay}
      onClose={isKept ? onClose : onStay}
    >
      <TokenText shown={shown} onKept={() => setKept(true)} />
    </OpenDialog>
  );
}
