"use client";

import { choiceField } from "@/components/shell/form/choice-field";
import { FormDialog } from "@/components/shell/form/form-dialog";
import { useOpenDialog } from "@/components/shell/form/use-open-dialog";
import { Button } from "@/components/ui/button";
import { roleField } from "../list/role-select";
import { createInvitation, invitationsQuery } from "../queries/invitations";

const terms = [
  ["1", "In a day"],
  ["3", "In 3 days"],
  ["7", "In a week"],
  ["30", "In 30 days"],
] as const;

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
        days: choiceField({ label: "Ends" }, terms, { initial: "3" }),
      }}
      request={({ role, days }) => createInvitation({ role, expiresInDays: Number(days) })}
      changes={invitationsQuery()}
      onDone={({ link }) => onMade(link)}
    />
  );
}
