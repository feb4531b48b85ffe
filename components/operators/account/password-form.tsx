"use client";

import { inPanel } from "@/lib/shared/base-path";
import * as z from "zod/mini";
import { endOwnSession } from "@/components/shell/connection/own-session";
import { isRepeated, newPassword } from "@/components/shell/form/checks";
import { FormFailure, FormField, PasswordInput, SubmitButton } from "@/components/shell/form/form-parts";
import { useRequestForm } from "@/components/shell/form/use-request-form";
import { Card, CardContent, CardFooter } from "@/components/ui/card";
import { toast } from "@/components/ui/toaster";
import { changePassword } from "../queries/account";
import { signInWithPassword } from "@/components/shell/form/sign-in";

const schema = z
  .object({
    current: z.string().check(z.minLength(1, "Enter your current password.")),
    next: newPassword,
    repeated: z.string(),
  })
  .check(isRepeated("next"));

const controls = [
  { name: "current", label: "Current password", autoComplete: "current-password" },
  { name: "next", label: "New password", autoComplete: "new-password" },
  { name: "repeated", label: "Confirm new password", autoComplete: "new-password" },
] as const;

export function PasswordForm({ username }: { username: string }) {
  const { form, errors, submit, isBusy } = useRequestForm({
    schema,
    initial: { current: "", next: "", repeated: "" },
    // The change ends all sessions of the operator, so this tab signs in again with the new password.
    request: ({ current, next }) =>
      endOwnSession(async () => {
        await changePassword({ current, next });
        return signInWithPassword(username, next);
      }),
    onDone(refusal) {
      if (refusal) {
        window.location.assign(inPanel("/login"));
        return;
      }
      form.reset();
      toast.success("Password changed");
    },
  });

  return (
    <form onSubmit={submit} noValidate>
      <Card title="Password" description="Changing your password signs you out everywhere else.">
        <CardContent className="flex flex-col gap-5">
          <FormFailure message={errors.root?.message} />
          <input type="text" name="username" value={username} autoComplete="username" readOnly hidden />
          {controls.map(({ name, label, autoComplete }) => (
            <FormField key={name} label={label} error={errors[name]?.message}>
              {(control) => (
                <div className="max-w-sm">
                  <PasswordInput {...control} {...form.register(name)} autoComplete={autoComplete} />
                </div>
              )}
            </FormField>
          ))}
        </CardContent>
        <CardFooter>
          <SubmitButton variant="primary" busy={isBusy}>
            Change password
          </SubmitButton>
        </CardFooter>
      </Card>
    </form>
  );
}
