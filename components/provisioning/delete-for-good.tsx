"use client";

import { type QueryFilters, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import * as z from "zod/mini";
import { FormDialog } from "@/components/shell/form/form-dialog";
import { PasswordField, passwordCheck } from "@/components/shell/form/password-field";
import { useRequestForm } from "@/components/shell/form/use-request-form";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toaster";
import { wordsOf } from "./account/failure";
import { useInstance } from "./account/instance-provider";
import { TypedNameField, typedName } from "./typed-name";

interface DeleteForGoodProps {
  /** What it is: "bot". */
  what: string;
  name: string;
  /** What goes with it, in sentences. */
  consequences: string;
  request: (password: string) => Promise<unknown>;
  /** The page of the list that it was in, and what that list and its own page ask. */
  list: string;
  queries: QueryFilters;
}

/** Deletes what cannot be brought back, once its name is typed and the operator's password is entered. */
export function DeleteForGood({ what, name, consequences, request, list, queries }: DeleteForGoodProps) {
  const [open, setOpen] = useState(false);
  const { isReady } = useInstance();
  const client = useQueryClient();
  const router = useRouter();
  const { form, errors, submit, isBusy, refusal } = useRequestForm({
    schema: z.object({ name: typedName(name), password: passwordCheck }),
    initial: { name: "", password: "" },
    request: ({ password }) => request(password),
    onDone() {
      toast.success(`${name} deleted`);
      router.push(list);
      // Its own page would ask for it in vain.
      client.removeQueries(queries);
    },
  });
  return (
    <FormDialog
      open={open && isReady}
      onOpenChange={(next) => {
        setOpen(next);
        form.reset();
      }}
      trigger={<Button variant="danger">Delete {what}…</Button>}
      title={`Delete ${name}?`}
      description={`${consequences} This cannot be undone.`}
      action={`Delete ${what}`}
      tone="danger"
      busy={isBusy}
      failure={errors.root ? wordsOf(refusal) : undefined}
      onSubmit={submit}
    >
      <TypedNameField of={name} {...form.register("name")} error={errors.name?.message} />
      <PasswordField {...form.register("password")} error={errors.password?.message} />
    </FormDialog>
  );
}
