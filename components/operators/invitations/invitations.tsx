"use client";

import { useQuery } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import * as z from "zod/mini";
import { type ShownToken, useShownToken } from "@/components/provisioning/shown-token";
import { TokenOnce } from "@/components/provisioning/token-box";
import { ConfirmButton } from "@/components/shell/form/confirm-button";
import { endField, textField } from "@/components/shell/form/dialog-fields";
import { FormDialog, useOpenDialog } from "@/components/shell/form/form-dialog";
import { Button } from "@/components/ui/button";
import { Card, CardContent } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Moment } from "@/components/ui/moment";
import { Table, TableBody, TableCell, TableRow } from "@/components/ui/table";
import type { Invitation } from "@/lib/shared/contract/operators";
import { roleField, roleName } from "../list/role-select";
import { createInvitation, invitationsQuery, revokeInvitation } from "../queries/operators";

/** Lists the open invitations. A new link is shown until the operator hides it. */
export function Invitations({ initial }: { initial: Invitation[] }) {
  const [newLink, show] = useShownToken(shownId);
  const { data } = useQuery({ ...invitationsQuery(), initialData: initial });
  return (
    <div className="flex flex-col gap-6">
      {newLink ? (
        <Card>
          <CardContent>
            <TokenOnce shown={newLink} onHide={() => show(null)}>
              Send this link to the person. It works once. The panel stores only a hash of it and cannot show
              it again.
            </TokenOnce>
          </CardContent>
        </Card>
      ) : (
        <div className="flex justify-end">
          <InviteOperator onMade={(link, name) => show(invitationLink(link, name))} />
        </div>
      )}
      {data.length === 0 ? (
        <EmptyState
          icon={<UserPlus />}
          title="No open invitations"
          text="Invitations are listed here until somebody uses them, an owner revokes them, or they expire."
        />
      ) : (
        <Table
          label="Invitations"
          head={["For", "Role", "Invited by", "Created", "Ends", { name: "Actions", isHidden: true }]}
        >
          <TableBody>
            {data.map((invitation) => (
              <TableRow key={invitation.id}>
                <TableCell className="font-medium wrap-anywhere">{invitation.note || "–"}</TableCell>
                <TableCell name="Role">{roleName(invitation.role)}</TableCell>
                <TableCell name="Invited by">{invitation.invitedBy}</TableCell>
                <TableCell name="Created" className="text-sm text-muted-foreground">
                  <Moment at={invitation.createdAt} />
                </TableCell>
                <TableCell name="Ends" className="text-sm text-muted-foreground">
                  <Moment at={invitation.endsAt} />
                </TableCell>
                <TableCell className="sm:text-right">
                  <Revoke {...invitation} />
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
    </div>
  );
}

const shownId = "invitation";

const invitationLink = (link: string, ownerName: string): ShownToken => ({
  token: link,
  id: shownId,
  ownerName,
  label: "Invitation link",
  noun: "link",
});

function Revoke({ id, role, note }: Invitation) {
  return (
    <ConfirmButton
      size="sm"
      title={note === "" ? "Revoke this invitation?" : `Revoke the invitation for ${note}?`}
      description="The link stops working immediately."
      confirmLabel="Revoke invitation"
      request={() => revokeInvitation(id)}
      done={() => "Invitation revoked"}
      failed="The invitation was not revoked"
      changes={invitationsQuery()}
    >
      Revoke
      <span className="sr-only"> invitation {note === "" ? `as ${roleName(role)}` : `for ${note}`}</span>
    </ConfirmButton>
  );
}

function InviteOperator({ onMade }: { onMade: (link: string, name: string) => void }) {
  return (
    <FormDialog
      {...useOpenDialog()}
      trigger={<Button variant="primary">Invite operator</Button>}
      title="Invite operator"
      description="Creates a link that works once. The person who opens it chooses a username and a password."
      action="Create link"
      fields={{
        note: textField(
          { label: "For (optional)", help: "A name or a note to distinguish open invitations." },
          z.string().check(z.trim(), z.maxLength(60, "Use at most 60 characters.")),
        ),
        role: roleField("editor"),
        days: endField([1, 3, 7, 30], 3),
      }}
      request={({ days, ...input }) => createInvitation({ ...input, expiresInDays: Number(days) })}
      changes={invitationsQuery()}
      onDone={({ link }, { note, role }) => onMade(link, note || `a new ${roleName(role).toLowerCase()}`)}
    />
  );
}
