"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import { FormDialog } from "@/components/shell/form/form-dialog";
import { FormField } from "@/components/shell/form/form-field";
import { PasswordField, passwordCheck } from "@/components/shell/form/password-field";
import { useRequestForm } from "@/components/shell/form/use-request-form";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { InputGroup } from "@/components/ui/input-group";
import { NativeSelect } from "@/components/ui/native-select";
import type { UserDetail } from "@/lib/shared/contract/users";
import { allUsers, createToken } from "../queries/users";

const terms = [
  ["1", "In a day"],
  ["7", "In a week"],
  ["30", "In 30 days"],
  ["90", "In 90 days"],
  ["365", "In a year"],
] as const;

const schema = z.object({
  name: z
    .string()
    .check(z.trim(), z.minLength(1, "Enter a name."), z.maxLength(60, "Use at most 60 characters.")),
  days: z.string(),
  password: passwordCheck,
});

interface CreateTokenProps {
  user: UserDetail;
  onMade: (made: { token: string; name: string }) => void;
}

/** Creates a token for scripts, after the operator's password. */
export function CreateToken({ user, onMade }: CreateTokenProps) {
  const [open, setOpen] = useState(false);
  const client = useQueryClient();
  const { form, errors, submit, isBusy } = useRequestForm({
    schema,
    initial: { name: "", days: "90", password: "" },
    request: ({ name, days, password }) =>
      createToken(user.id, { name, expiresInDays: Number(days), password }),
    async onDone({ token, entry }) {
      form.reset();
      setOpen(false);
      onMade({ token, name: entry.name });
      await client.invalidateQueries(allUsers);
    },
  });

  if (user.disabled)
    return (
      <Button disabled title="This user is disabled, so no token works. Enable the user first.">
        Create token…
      </Button>
    );
  return (
    <FormDialog
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        form.reset();
      }}
      trigger={<Button variant="primary">Create token…</Button>}
      title={`Create a token for ${user.username}`}
      description={`Anybody with this token can act as ${user.username}. It is shown once.`}
      action="Create token"
      busy={isBusy}
      failure={errors.root?.message}
      onSubmit={submit}
    >
      <FormField
        label="Name"
        help="What it is for: it is how you find the token to revoke."
        error={errors.name?.message}
      >
        {(control) => <Input {...control} {...form.register("name")} autoComplete="off" />}
      </FormField>
      <FormField label="Ends">
        {(control) => (
          <InputGroup className="[&_select]:rounded-lg [&>span]:w-full [&>span]:border-0">
            <NativeSelect {...control} {...form.register("days")} className="w-full">
              {terms.map(([days, words]) => (
                <option key={days} value={days}>
                  {words}
                </option>
              ))}
            </NativeSelect>
          </InputGroup>
        )}
      </FormField>
      <PasswordField {...form.register("password")} error={errors.password?.message} />
    </FormDialog>
  );
}
