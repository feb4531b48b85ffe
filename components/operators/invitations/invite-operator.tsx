"use client";

import { endField } from "@/components/shell/form/choice-field";
import { FormDialog } from "@/components/shell/form/form-dialog";
import { useOpenDialog } from "@/components/shell/form/use-open-dialog";
import { Button } from "@/components/ui/button";
import { roleField } from "../list/role-select";
import { createInvitation, invitationsQuery } from "../queries/invitations";

/** Creates a one-time link for a new operator. */
export function InviteOperator({ onMade }: { onMade: (link: string) => void }) {
  return (
    <FormDialog
      {...useOpenDialog()}
      trigger={<Button variant="primary">Invite operator</Button>}
      title="Invite operator"
      description="Creates a link that works once. The person who opens it chooses a username and a password."
      action="Create link"
      fields={{
        role: roleField("editor"),
        days: endField([1, 3, 7, 30], 3),
      }}
      request={({ role, days }) => createInvitation({ role, expiresInDays: Number(days) })}
      changes={invitationsQuery()}
      onDone={({ link }) => onMade(link)}
    />
  );
}
