"use client";

import { useQuery } from "@tanstack/react-query";
import { Badge } from "@/components/ui/badge";
import { Moment } from "@/components/ui/moment";
import { Table, TableBody, TableCell, TableRow } from "@/components/ui/table";
import { useChange } from "@/components/shell/form/use-change";
import type { PanelOperator } from "@/lib/shared/contract/operators";
import { changeOperator, operatorsQuery } from "../queries/operators";
import type { Role } from "@/lib/shared/role";
import { OperatorActions } from "./operator-actions";
import { roleName, RoleSelect } from "./role-select";

interface OperatorTableProps {
  initial: PanelOperator[];
  ownId: number;
  /** Owners may change operators. */
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
