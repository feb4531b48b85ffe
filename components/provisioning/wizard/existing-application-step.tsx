"use client";

import { useState } from "react";
import { SnowflakeInput } from "./snowflake-input";
import { StepFrame } from "./step-frame";
import { isSnowflake } from "@/lib/shared/chat/snowflake";
import type { WizardApplication } from "./use-create-application";

/** An application whose name and bot are not known yet. */
const applicationById = (id: string): WizardApplication => ({
  id,
  name: `Application ${id}`,
  hasBot: null,
});

/** A wizard step that continues with an application that was created earlier or outside the panel. */
export function ExistingApplicationStep({
  onDone,
  onBack,
}: {
  onDone: (application: WizardApplication) => void;
  onBack: () => void;
}) {
  const [id, setId] = useState("");
  return (
    <StepFrame
      title="Continue with an existing application"
      text="You must own the application. Its page shows the id."
      action="Use application"
      missing={isSnowflake(id.trim()) ? undefined : "Enter the id of an application first."}
      onSubmit={() => onDone(applicationById(id.trim()))}
      onBack={onBack}
    >
      <SnowflakeInput label="Application id" value={id} onChange={setId} />
    </StepFrame>
  );
}
