"use client";

import { useQuery } from "@tanstack/react-query";
import { type Action, ActionMenu, type DialogAction } from "@/components/shell/form/action-menu";
import { username } from "@/components/shell/form/checks";
import { textField } from "@/components/shell/form/dialog-fields";
import { FormDialog } from "@/components/shell/form/form-dialog";
import { useChange } from "@/components/shell/form/use-change";
import { Badge } from "@/components/ui/badge";
import { Moment } from "@/components/ui/moment";
import { Table, TableBody, TableCell, TableRow } from "@/components/ui/table";
import type { PanelOperator } from "@/lib/shared/contract/operators";
import type { Role } from "@/lib/shared/role";
import {
  changeOperator,
  endOperatorSessions,
  operatorsQuery,
  removeOperator,
  requirePassword,
} from "../queries/operators";
import { roleName, RoleSelect } from "./role-select";
import { LimitSections, SectionNames } from "./section-limit";

interface OperatorTableProps {
  initial: PanelOperator[];
  ownId: number;
  isOwner: boolean;
  /** Display name of the sign-in provider. Null if there is no provider. */
  provider: string | null;
}

export function OperatorTable({ initial, ownId, isOwner, provider }: OperatorTableProps) {
  const { data } = useQuery({ ...operatorsQuery(), initialData: initial });
  return (
    <Table
      label="Operators"
      head={["Username", "Role", "State", "Added", { name: "Actions", isHidden: true }]}
    >
      <TableBody>
        {data.map((operator) => (
          <TableRow key={operator.id}>
            <TableCell className="font-medium">
              <span className="inline-flex flex-wrap items-center gap-2">
                {operator.username}
                {operator.id === ownId ? <Badge tone="accent">You</Badge> : null}
              </span>
            </TableCell>
            <TableCell name="Role">
              {operator.isProvided ? (
                <>
                  {roleName(operator.role)}
                  <span className="block text-xs text-muted-foreground">
                    Managed by {provider ?? "a sign-in provider"}
                  </span>
                </>
              ) : isOwner && operator.id !== ownId ? (
                <ChangeRole {...operator} />
              ) : (
                roleName(operator.role)
              )}
              {operator.role === "editor" ? <SectionNames sections={operator.sections} /> : null}
            </TableCell>
            <TableCell>
              <span className="inline-flex flex-wrap gap-2">
                {operator.disabled ? (
                  <Badge tone="warning">Disabled</Badge>
                ) : (
                  <Badge tone="success">Active</Badge>
                )}
                {operator.mustChangePassword ? <Badge tone="warning">New password required</Badge> : null}
              </span>
            </TableCell>
            <TableCell name="Added" className="text-sm text-muted-foreground">
              <Moment at={operator.createdAt} />
            </TableCell>
            <TableCell className="sm:text-right">
              {operator.id === ownId || !isOwner ? null : <OperatorActions operator={operator} />}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function ChangeRole({ id, username, role }: PanelOperator) {
  const change = useChange({
    request: (next: Role) => changeOperator({ id, role: next }),
    changes: operatorsQuery(),
  });
  return (
    <RoleSelect
      aria-label={`Role of ${username}`}
      className="w-32"
      value={change.isPending ? change.variables : role}
      onChange={change.mutate}
    />
  );
}

function actionsFor(operator: PanelOperator): (Action | DialogAction)[] {
  const { id, username, role, sections, disabled, mustChangePassword, isProvided } = operator;
  return [
    { item: "Rename", dialog: (onClose) => <RenameOperator operator={operator} onClose={onClose} /> },
    ...(role === "editor"
      ? [
          {
            item: "Limit to sections",
            dialog: (onClose: () => void) => <LimitSections operator={operator} onClose={onClose} />,
          },
        ]
      : []),
    ...(role === "editor" && sections !== undefined
      ? [
          {
            item: "Remove the limit",
            title: `Remove the limit of ${username}?`,
            description: `${username} can change the settings of all sections, apply changes and manage bots, guilds and users.`,
            confirmLabel: "Remove limit",
            tone: "neutral" as const,
            request: () => changeOperator({ id, sections: null }),
            done: `${username} can change all sections`,
          },
        ]
      : []),
    {
      item: "End sessions",
      title: `End the sessions of ${username}?`,
      description: `${username} is signed out in every browser and can sign in again.`,
      confirmLabel: "End sessions",
      tone: "neutral",
      request: () => endOperatorSessions(id),
      done: `Sessions of ${username} ended`,
    },
    ...(mustChangePassword || isProvided
      ? []
      : [
          {
            item: "Require new password",
            title: `Require a new password from ${username}?`,
            description: `${username} is signed out everywhere and has to choose a new password at the next sign-in. API tokens, user tokens and open invitations of ${username} are revoked.`,
            confirmLabel: "Require new password",
            tone: "danger" as const,
            request: () => requirePassword(id),
            done: `${username} has to choose a new password`,
          },
        ]),
    disabled
      ? {
          item: "Enable",
          title: `Enable ${username}?`,
          description: `${username} can sign in again. API tokens of ${username} work again.`,
          confirmLabel: "Enable operator",
          tone: "neutral",
          request: () => changeOperator({ id, disabled: false }),
          done: `${username} enabled`,
        }
      : {
          item: "Disable",
          title: `Disable ${username}?`,
          description: `${username} is signed out at once and cannot sign in until enabled again. API tokens of ${username} stop working.`,
          confirmLabel: "Disable operator",
          tone: "danger",
          request: () => changeOperator({ id, disabled: true }),
          done: `${username} disabled`,
        },
    {
      item: "Remove",
      title: `Remove ${username}?`,
      description: `${username} is signed out at once and ${isProvided ? "loses this account. Somebody who still has a role at the sign-in provider can sign in again as a new operator: to prevent that, disable the operator instead" : "can never sign in again"}. API tokens and open invitations of ${username} are deleted. The history and the audit log keep the name.`,
      confirmLabel: "Remove operator",
      tone: "danger",
      request: () => removeOperator(id),
      done: `${username} removed`,
    },
  ];
}

function OperatorActions({ operator }: { operator: PanelOperator }) {
  return (
    <ActionMenu objectName={operator.username} actions={actionsFor(operator)} changes={operatorsQuery()} />
  );
}

function RenameOperator({ operator, onClose }: { operator: PanelOperator; onClose: () => void }) {
  const { id, username: initial } = operator;
  return (
    <FormDialog
      startsOpen
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
      title={`Rename ${initial}?`}
      description={`${initial} signs in with the new username from now on. The history and the audit log keep the earlier name.`}
      action="Rename operator"
      fields={{ username: textField({ label: "Username" }, username, { initial, autoCapitalize: "none" }) }}
      request={(values) => changeOperator({ id, ...values })}
      changes={operatorsQuery()}
      done={(renamed) => `${initial} is now ${renamed.username}`}
    />
  );
}
