"use client";

import * as z from "zod/mini";
import { nameOf } from "@/components/shell/form/checks";
import { endField } from "@/components/shell/form/choice-field";
import { type DialogField, textField } from "@/components/shell/form/dialog-fields";
import { FormDialog } from "@/components/shell/form/form-dialog";
import { useOpenDialog } from "@/components/shell/form/use-open-dialog";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import type { Role } from "@/lib/shared/role";
import { roleField } from "../list/role-select";
import { apiTokensQuery, createApiToken } from "../queries/api-tokens";

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
  /** The operator's role. A token cannot have a stronger role. */
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
        name: textField(
          { label: "Name", help: "What the token is for. The audit log shows this name." },
          nameOf(1, 60),
        ),
        role: roleField("viewer", role),
        days: endField([1, 7, 30, 90, 365], 90),
        confirmed,
      }}
      request={({ days, ...input }) => createApiToken({ ...input, expiresInDays: Number(days) })}
      changes={apiTokensQuery()}
      onDone={({ token, entry }) => onMade({ id: entry.id, token, name: entry.name })}
    />
  );
}
