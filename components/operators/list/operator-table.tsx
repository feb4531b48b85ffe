"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Badge } from "@/components/ui/badge";
import { Moment } from "@/components/ui/moment";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import { toast } from "@/components/ui/toaster";
import type { PanelOperator } from "@/lib/shared/contract/operators";
import { changeOperator, operatorsQuery } from "../queries/operators";
import { OperatorActions } from "./operator-actions";
import { roleName, RoleSelect } from "./role-select";

interface OperatorTableProps {
  initial: PanelOperator[];
  ownId: number;
  /** Whether the reader may change operators. */
  isOwner: boolean;
  /** What people call the sign-in provider; null without one. */
  provider: string | null;
}

export function OperatorTable({ initial, ownId, isOwner, provider }: OperatorTableProps) {
  const { data } = useQuery({ ...operatorsQuery(), initialData: initial });
  return (
    <Table label="Operators">
      <TableHeader>
        <tr>
          <TableHead>Username</TableHead>
          <TableHead>Role</TableHead>
          <TableHead>State</TableHead>
          <TableHead>Added</TableHead>
          <TableHead>
            <span className="sr-only">Actions</span>
          </TableHead>
        </tr>
      </TableHeader>
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
                <ChangeRole operator={operator} />
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

function ChangeRole({ operator: { id, username, role } }: { operator: PanelOperator }) {
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: changeOperator,
    onSuccess: () => client.invalidateQueries({ queryKey: operatorsQuery().queryKey }),
    onError: (error) => toast.error("Nothing was changed", { description: error.message }),
  });
  return (
    <RoleSelect
      aria-label={`Role of ${username}`}
      className="w-32"
      value={change.isPending && "role" in change.variables ? change.variables.role : role}
      onChange={(next) => change.mutate({ id, role: next })}
    />
  );
}
