"use client";

import { useState } from "react";
import * as z from "zod/mini";
import { SettingLink } from "@/components/settings/rows/setting-link";
import { useFileSummary } from "@/components/settings/store/config-form";
import { FormField } from "@/components/shell/form/form-parts";
import { useRequestForm } from "@/components/shell/form/use-request-form";
import { Input } from "@/components/ui/input";
import { isSnowflake } from "@/lib/shared/chat/snowflake";
import { editionOf } from "@/lib/shared/settings/editions";
import { SnowflakeInput } from "../open-by-id";
import { StepFrame, TextButton } from "./step-frame";
import { UnknownOutcome, useCreateApplication, type WizardApplication } from "./use-create-application";

const AUTOMATIC = "general.autoCreateBotUsers";

const schema = z.object({
  name: z.string().check(z.trim(), z.minLength(1, "Enter a name for the application.")),
});

interface ApplicationStepProps {
  onDone: (application: WizardApplication) => void;
  /** Called if the operator wants to continue with an existing application. */
  onExisting: () => void;
  /** Whether the instance creates the bot of a new application automatically (`general.autoCreateBotUsers`). */
  makesBots: boolean;
}

export function ApplicationStep({ onDone, onExisting, makesBots }: ApplicationStepProps) {
  const create = useCreateApplication();
  const label = editionOf(useFileSummary().naming).registry.fieldAt(AUTOMATIC)?.label ?? AUTOMATIC;
  const { form, errors, submit, isBusy, refusal } = useRequestForm({
    schema,
    initial: { name: "" },
    request: ({ name }) => create(name),
    onDone,
  });
  const isUnknown = refusal instanceof UnknownOutcome;
  const message = errors.root?.message;
  const title = isUnknown ? "The application may have been created" : "The application could not be created";

  return (
    <StepFrame
      title="Name the application"
      text="An application owns the bot. The bot's username and its role in guilds get the same name."
      action={isUnknown ? "Create another application" : "Create application"}
      busy={isBusy}
      onSubmit={() => void submit()}
      failure={message === undefined ? undefined : { title, message }}
    >
      <FormField label="Application name" error={errors.name?.message}>
        {(control) => (
          <Input
            {...control}
            {...form.register("name")}
            placeholder="Harbor master"
            autoComplete="off"
            className="max-w-md"
          />
        )}
      </FormField>
      {makesBots ? (
        <p className="text-sm text-muted-foreground">
          The instance creates the bot together with the application, because of the setting{" "}
          <SettingLink path={AUTOMATIC} className="text-accent-text underline underline-offset-4">
            {label}
          </SettingLink>
          . The next step gets its token.
        </p>
      ) : null}
      <p className="text-sm text-muted-foreground">
        Already have an application? <TextButton onClick={onExisting}>Continue with its id</TextButton>
      </p>
    </StepFrame>
  );
}

interface ExistingApplicationStepProps {
  onDone: (application: WizardApplication) => void;
  onBack: () => void;
}

export function ExistingApplicationStep({ onDone, onBack }: ExistingApplicationStepProps) {
  const [id, setId] = useState("");
  return (
    <StepFrame
      title="Continue with an existing application"
      text="You must own the application. Its page shows the id."
      action="Use application"
      missing={isSnowflake(id.trim()) ? undefined : "Enter the id of an application first."}
      // The name and the bot of the application are not known yet.
      onSubmit={() => onDone({ id: id.trim(), name: `Application ${id.trim()}`, hasBot: null })}
      onBack={onBack}
    >
      <SnowflakeInput label="Application id" value={id} onChange={setId} />
    </StepFrame>
  );
}
