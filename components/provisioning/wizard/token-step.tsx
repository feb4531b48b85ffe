"use client";

import { useState } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { Label } from "@/components/ui/label";
import { botToken } from "../bots/env-file";
import type { BotAddresses } from "../bots/start-code";
import { TokenBox } from "../token-box";
import { StepFrame } from "./step-frame";
import type { WizardApplication } from "./use-create-application";

/** The token has a step of its own, because it is shown only once. Copying or downloading it ticks the box. */
export function TokenStep({
  application,
  token,
  addresses,
  onDone,
}: {
  application: WizardApplication;
  token: string;
  addresses: BotAddresses;
  onDone: () => void;
}) {
  const [kept, setKept] = useState(false);
  return (
    <StepFrame
      title="Save the bot's token"
      text="Anybody with this token can act as the bot. The panel does not store it and will not show it again."
      action="Choose a guild"
      missing={kept ? undefined : "Copy or download the token first."}
      onSubmit={onDone}
    >
      <TokenBox shown={botToken(application, addresses, token)} isKept={kept} onKept={() => setKept(true)} />
      <div className="flex items-center gap-3">
        <Checkbox id="token-kept" checked={kept} onCheckedChange={(checked) => setKept(checked === true)} />
        <Label htmlFor="token-kept">I stored the token in a safe place</Label>
      </div>
    </StepFrame>
  );
}
