"use client";

import * as z from "zod/mini";
import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { FormFailure } from "@/components/shell/form/form-failure";
import { SubmitButton } from "@/components/shell/form/submit-button";
import { Button } from "@/components/ui/button";
import { type Entered, signInWithPassword } from "../sign-in/sign-in";
import { CodeField, codeCheck } from "@/components/shell/form/code-field";

interface SecondStepProps extends Entered {
  onSignedIn: () => void;
  onBack: () => void;
}

/** Asks for the code of the second factor, then sends the code and the password in one request. */
export function SecondStep({ username, password, newPassword, onSignedIn, onBack }: SecondStepProps) {
  const form = useForm({
    resolver: zodResolver(z.object({ code: codeCheck })),
    defaultValues: { code: "" },
  });
  const { errors, isSubmitting, isSubmitSuccessful } = form.formState;
  const submit = form.handleSubmit(async ({ code }) => {
    const refusal = await signInWithPassword(username, password, { code, newPassword });
    if (refusal === undefined) return onSignedIn();
    const message = typeof refusal === "string" ? refusal : (refusal.refusal ?? "Choose a new password.");
    form.setError("root", { message });
    form.setFocus("code", { shouldSelect: true });
  });
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <FormFailure message={errors.root?.message} />
      <CodeField
        {...form.register("code")}
        label="Code"
        help="From your authenticator, or one of your recovery codes."
        error={errors.code?.message}
        autoFocus
      />
      <SubmitButton variant="primary" busy={isSubmitting || isSubmitSuccessful}>
        Sign in
      </SubmitButton>
      <Button variant="quiet" onClick={onBack}>
        Back to the password
      </Button>
    </form>
  );
}
