"use client";

import * as z from "zod/mini";
import { type DialogField, textField } from "@/components/shell/form/dialog-fields";
import { newPasswordField } from "@/components/shell/form/password-input";
import { FormDialog } from "@/components/shell/form/form-dialog";
import { useOpenDialog } from "@/components/shell/form/use-open-dialog";
import { Button } from "@/components/ui/button";
import { type Role, roles } from "@/lib/shared/role";
import { createOperator, operatorsQuery } from "../queries/operators";
import { RoleSelect } from "./role-select";

const username = z
  .string()
  .check(
    z.trim(),
    z.minLength(2, "Use at least 2 characters."),
    z.maxLength(32, "Use at most 32 characters."),
  );

const role: DialogField<Role> = {
  label: "Role",
  check: z.enum(roles),
  initial: "editor",
  control: (props) => <RoleSelect {...props} />,
};

export function NewOperator() {
  return (
    <FormDialog
      {...useOpenDialog()}
      trigger={<Button variant="primary">Add operator</Button>}
      title="Add operator"
      description="The operator signs in with this username and password, and can do what the role allows."
      action="Add operator"
      fields={{
        username: textField({ label: "Username" }, username, { autoCapitalize: "none" }),
        role,
        password: newPasswordField({
          label: "Password",
          help: "At least 8 characters. The operator can change it after signing in.",
        }),
      }}
      request={createOperator}
      changes={operatorsQuery()}
      done={({ username }) => `Operator ${username} added`}
    />
  );
}
