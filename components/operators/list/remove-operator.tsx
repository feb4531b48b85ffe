"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import { FormDialog } from "@/components/shell/form/form-dialog";
import { PasswordField, passwordCheck } from "@/components/shell/form/password-field";
import { useRequestForm } from "@/components/shell/form/use-request-form";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toaster";
import type { PanelOperator } from "@/lib/shared/contract/operators";
import { operatorsQuery, removeOperator } from "../queries/operators";

const schema = z.object({ password: passwordCheck });

export function RemoveOperator({ operator: { id, username } }: { operator: PanelOperator }) {
  const client = useQueryClient();
  const [open, setOpen] = useState(false);
  const { form, errors, submit, isBusy } = useRequestForm({
    schema,
    initial: { password: "" },
    request: (input) => removeOperator(id, input),
    async onDone() {
      toast.success(`${username} removed`);
      setOpen(false);
      await client.invalidateQueries({ queryKey: operatorsQuery().queryKey });
    },
  });
  const change = (next: boolean) => {
    setOpen(next);
    form.reset();
  };
  return (
    <FormDialog
      open={open}
      onOpenChange={change}
      trigger={
        <Button size="sm">
          Remove<span className="sr-only"> {username}</span>
        </Button>
      }
      title={`Remove ${username}?`}
      description={`${username} is signed out at once and can never sign in again. The history and the audit log keep the name.`}
      action="Remove operator"
      busy={isBusy}
      failure={errors.root?.message}
      onSubmit={submit}
    >
      <PasswordField {...form.register("password")} error={errors.password?.message} />
    </FormDialog>
  );
}
