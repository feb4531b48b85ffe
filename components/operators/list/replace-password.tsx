"use client";

import { newPasswordField } from "@/components/shell/form/password-input";
import { FormDialog } from "@/components/shell/form/form-dialog";
import { Button } from "@/components/ui/button";
import type { PanelOperator } from "@/lib/shared/contract/operators";
import { replacePassword } from "../queries/operators";

/** A new password for another operator, who has forgotten theirs. */
export function ReplacePassword({ operator: { id, username } }: { operator: PanelOperator }) {
  return (
    <FormDialog
      trigger={
        <Button size="sm">
          Set password<span className="sr-only"> of {username}</span>
        </Button>
      }
      title={`Set a new password for ${username}?`}
      description={`Signs ${username} out everywhere. Send the password over a secure channel. ${username} can change it after signing in.`}
      action="Set password"
      fields={{ next: newPasswordField({ label: "New password", help: "At least 8 characters." }) }}
      request={({ next }) => replacePassword(id, next)}
      done={() => `${username} has a new password`}
    />
  );
}
