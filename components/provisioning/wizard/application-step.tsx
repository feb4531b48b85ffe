"use client";

import * as z from "zod/mini";
import { FormField } from "@/components/shell/form/form-field";
import { useRequestForm } from "@/components/shell/form/use-request-form";
import { Input } from "@/components/ui/input";
import { SettingLink } from "@/components/settings/rows/setting-link";
import { useFileSummary } from "@/components/settings/store/config-file";
import { editionOf } from "@/lib/shared/settings/editions";
import { TokenRefused } from "../queries/instance-error";
import { StepFrame } from "./step-frame";
import { TextButton } from "./text-button";
import { UnknownOutcome, useCreateApplication, type WizardApplication } from "./use-create-application";

const AUTOMATIC = "general.autoCreateBotUsers";

const schema = z.object({
  name: z.string().check(z.trim(), z.minLength(1, "Enter a name for the application.")),
});

const toTry = "Try again: if the application was created after all, it is found and used.";
const toCheck =
  "The panel cannot tell whether the application exists, because the instance does not list applications. Look for it there: if it exists, continue with its id, since another try creates a second one.";

/** A rejected token is reported by the step that connects an account instead. */
function failureFor(message: string, error: unknown): { title: string; message: string } | undefined {
  if (error instanceof TokenRefused) return undefined;
  const title = "The application could not be created";
  if (!(error instanceof UnknownOutcome)) return { title, message };
  if (error.canTell) return { title, message: `${message} ${toTry}` };
  return { title: "The application may have been created", message: `${message} ${toCheck}` };
}

export function ApplicationStep({
  onDone,
  onExisting,
  makesBots,
}: {
  onDone: (application: WizardApplication) => void;
  /** Continues with an existing application; offered with an upstream instance. */
  onExisting?: () => void;
  /** The instance makes the bot together with the application. */
  makesBots: boolean;
}) {
  const create = useCreateApplication();
  const label = editionOf(useFileSummary().naming).registry.fieldAt(AUTOMATIC)?.label ?? AUTOMATIC;
  const { form, errors, submit, isBusy, refusal } = useRequestForm({
    schema,
    initial: { name: "" },
    request: ({ name }) => create(name),
    onDone,
  });
  const isUntold = refusal instanceof UnknownOutcome && !refusal.canTell;

  return (
    <StepFrame
      title="Name the application"
      text="An application owns the bot. Its name is also the bot's username and the name of its role in guilds."
      action={isUntold ? "Create another application" : "Create application"}
      busy={isBusy}
      onSubmit={() => void submit()}
      failure={errors.root?.message ? failureFor(errors.root.message, refusal) : undefined}
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
          The instance creates the bot together with the application, by the setting{" "}
          <SettingLink path={AUTOMATIC} className="text-accent-text underline underline-offset-4">
            {label}
          </SettingLink>
          . The next step gets its token.
        </p>
      ) : null}
      {onExisting ? (
        <p className="text-sm text-muted-foreground">
          Already have an application? <TextButton onClick={onExisting}>Continue with its id</TextButton>
        </p>
      ) : null}
    </StepFrame>
  );
}
