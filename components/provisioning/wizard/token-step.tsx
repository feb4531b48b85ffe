"use client";

import { useState } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { Label } from "@/components/ui/label";
import { TokenBox } from "../token-box";
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
      <TokenBox token={token} name={application.id} />
      <div className="flex items-center gap-3">
        <Checkbox id="token-kept" checked={kept} onCheckedChange={(checked) => setKept(checked === true)} />
        <Label htmlFor="token-kept">The token is stored in a safe place</Label>
      </div>
    </StepFrame>
  );
}
