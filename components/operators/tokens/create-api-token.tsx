"use client";

import * as z from "zod/mini";
import { choiceField } from "@/components/shell/form/choice-field";
import { type DialogField, textField } from "@/components/shell/form/dialog-fields";
import { FormDialog } from "@/components/shell/form/form-dialog";
import { useOpenDialog } from "@/components/shell/form/use-open-dialog";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import type { Role } from "@/lib/shared/role";
import { roleField } from "../list/role-select";
import { apiTokensQuery, createApiToken } from "../queries/api-tokens";

const terms = [
  ["1", "In a day"],
  ["7", "In a week"],
  ["30", "In 30 days"],
  ["90", "In 90 days"],
  ["365", "In a year"],
] as const;

const name = z
  .string()
  .check(z.trim(), z.minLength(1, "Enter a name."), z.maxLength(60, "Use at most 60 characters."));

const confirmed: DialogField<boolean> = {
  check: z.boolean(),
  initial: false,
  control: ({ value, onChange }) => (
    <div className="flex flex-col gap-1">
      <label className="flex items-center gap-2 max-sm:min-h-11">
        <Checkbox
          aria-describedby="confirmed-help"
          checked={value}
          onCheckedChange={(checked) => onChange(checked === true)}
        />
        Confirmed in advance
      </label>
      <p id="confirmed-help" className="text-sm text-muted-foreground">
        The token can apply the file, export secrets and delete bots without your password, if its role allows
        that. It can never invite operators or create tokens.
      </p>
    </div>
  ),
};

interface CreateApiTokenProps {
  /** The operator's role: a token's is not above it. */
  role: Role;
  onMade: (made: { id: string; token: string; name: string }) => void;
}

export function CreateApiToken({ role, onMade }: CreateApiTokenProps) {
  return (
    <FormDialog
      {...useOpenDialog()}
      trigger={<Button variant="primary">Create API token</Button>}
      title="Create API token"
      description="A script with this token can use the panel API in your name. The token is shown once."
      action="Create API token"
      fields={{
        name: textField({ label: "Name", help: "What the token is for. The audit log names it." }, name),
        role: roleField("viewer", role),
        days: choiceField({ label: "Ends" }, terms, { initial: "90" }),
        confirmed,
      }}
      request={({ days, ...input }) => createApiToken({ ...input, expiresInDays: Number(days) })}
      changes={apiTokensQuery()}
      onDone={({ token, entry }) => onMade({ id: entry.id, token, name: entry.name })}
    />
  );
}
