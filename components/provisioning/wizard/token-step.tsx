"use client";

import { Download } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { CopyButton } from "@/components/ui/copy-button";
import { Label } from "@/components/ui/label";
import { Textarea } from "@/components/ui/textarea";
import { StepFrame } from "./step-frame";
import type { WizardApplication } from "./use-create-application";

/** A separate step, because the token is shown only once. */
export function TokenStep({
  application,
  token,
  onDone,
}: {
  application: WizardApplication;
  token: string;
  onDone: () => void;
}) {
  const [kept, setKept] = useState(false);
  return (
    <StepFrame
      title="Keep the bot's token"
      text="Whoever has it acts as the bot. It is not stored here and will not be shown again."
      action="Choose a guild"
      disabled={!kept}
      onSubmit={onDone}
    >
      <div className="flex flex-col gap-3">
        <Textarea
          readOnly
          aria-label="Bot token"
          value={token}
          rows={4}
          code
          className="break-all"
          onFocus={(event) => event.currentTarget.select()}
        />
        <div className="flex flex-wrap gap-2">
          <CopyButton value={token} label="Copy token" size="md" variant="secondary" />
          <Button onClick={() => download(`${application.id}.token`, token)}>
            <Download aria-hidden="true" />
            Download token
          </Button>
        </div>
      </div>
      <div className="flex items-center gap-3">
        <Checkbox id="token-kept" checked={kept} onCheckedChange={(checked) => setKept(checked === true)} />
        <Label htmlFor="token-kept">The token is stored in a safe place</Label>
      </div>
    </StepFrame>
  );
}

function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([`${text}\n`], { type: "text/plain" }));
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}
