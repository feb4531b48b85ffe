"use client";

import * as z from "zod/mini";
import { call } from "@/components/shell/queries/call";
import { FormDialog } from "./form-dialog";
import { settle } from "./identity";
import { PasswordField, passwordCheck } from "./password-field";
import { useRequestForm } from "./use-request-form";

/** Asks for the password. */
export function IdentityDialog({ open }: { open: boolean }) {
  const { form, errors, submit, isBusy } = useRequestForm({
    schema: z.object({ password: passwordCheck }),
    initial: { password: "" },
    request: (body) => call("POST /account/proof", { body }),
    onDone() {
      form.reset();
      settle(true);
    },
  });
  const cancel = () => {
    form.reset();
    settle(false);
  };
  return (
    <FormDialog
      open={open}
      onOpenChange={(next) => (next ? undefined : cancel())}
      title="Confirm it’s you"
      description="This can do harm in the wrong hands. After you enter your password, the panel does not ask again for ten minutes."
      action="Confirm"
      busy={isBusy}
      failure={errors.root?.message}
      onSubmit={submit}
    >
      <PasswordField {...form.register("password")} error={errors.password?.message} />
    </FormDialog>
  );
}
