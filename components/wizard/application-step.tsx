"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { applyProblems } from "@/components/form/apply-problems";
import { FormField } from "@/components/form/form-field";
import { Input } from "@/components/ui/input";
import { StepFrame } from "./step-frame";
import { useCreateApplication, type WizardApplication } from "./use-create-application";

const schema = z.object({
  name: z.string().check(z.trim(), z.minLength(1, "Enter a name for the application.")),
});

export function ApplicationStep({ onDone }: { onDone: (application: WizardApplication) => void }) {
  const create = useCreateApplication();
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { name: "" } });
  const { errors } = form.formState;

  const submit = form.handleSubmit(({ name }) =>
    create.mutateAsync(name).then(onDone, (error: unknown) => {
      const rest = applyProblems(error, ["name"], form.setError);
      if (rest) form.setError("root", { message: rest });
    }),
  );

  return (
    <StepFrame
      title="Name the application"
      text="An application owns the bot. Its name is the bot's user name and the name of its role in guilds."
      action="Create application"
      busy={create.isPending}
      onSubmit={() => void submit()}
      failure={
        errors.root?.message
          ? { title: "The application could not be created", message: errors.root.message }
          : undefined
      }
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
    </StepFrame>
  );
}
