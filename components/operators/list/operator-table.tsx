"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ConfirmDialog } from "@/components/ui/alert-dialog";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Moment } from "@/components/ui/moment";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import { toast } from "@/components/ui/toaster";
import type { PanelOperator } from "@/lib/shared/contract/operators";
import { changeOperator, operatorsQuery } from "../queries/operators";
import { RemoveOperator } from "./remove-operator";
import { ReplacePassword } from "./replace-password";
import { roleName, RoleSelect } from "./role-select";

interface OperatorTableProps {
  initial: PanelOperator[];
  ownId: number;
  /** Whether the reader may change operators. */
  isOwner: boolean;
}

export function OperatorTable({ initial, ownId, isOwner }: OperatorTableProps) {
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
              {isOwner && operator.id !== ownId ? (
                <ChangeRole operator={operator} />
              ) : (
                roleName(operator.role)
              )}
            </TableCell>
            <TableCell>
              {operator.disabled ? (
                <Badge tone="warning">Disabled</Badge>
              ) : (
                <Badge tone="success">Active</Badge>
              )}
            </TableCell>
            <TableCell name="Added" className="text-sm text-muted-foreground">
              <Moment at={operator.createdAt} />
            </TableCell>
            <TableCell className="sm:text-right">
              {operator.id === ownId || !isOwner ? null : (
                <div className="inline-flex flex-wrap gap-2">
                  <ReplacePassword operator={operator} />
                  <DisableSwitch operator={operator} />
                  <RemoveOperator operator={operator} />
                </div>
              )}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function useChange() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: changeOperator,
    onSuccess: () => client.invalidateQueries({ queryKey: operatorsQuery().queryKey }),
    onError: (error) => toast.error("Nothing was changed", { description: error.message }),
  });
}

function ChangeRole({ operator: { id, username, role } }: { operator: PanelOperator }) {
  const change = useChange();
  return (
    <RoleSelect
      aria-label={`Role of ${username}`}
      className="w-32"
      value={change.isPending && "role" in change.variables ? change.variables.role : role}
      onChange={(next) => change.mutate({ id, role: next })}
    />
  );
}

function DisableSwitch({ operator }: { operator: PanelOperator }) {
  const change = useChange();
  const { id, username, disabled } = operator;
  if (disabled) {
    return (
      <Button size="sm" busy={change.isPending} onClick={() => change.mutate({ id, disabled: false })}>
        Enable<span className="sr-only"> {username}</span>
      </Button>
    );
  }
  return (
    <ConfirmDialog
      trigger={
        <Button size="sm" busy={change.isPending}>
          Disable<span className="sr-only"> {username}</span>
        </Button>
      }
      title={`Disable ${username}?`}
      description={`${username} is signed out immediately and cannot sign in until enabled again.`}
      confirmLabel="Disable operator"
      onConfirm={() => change.mutate({ id, disabled: true })}
    />
  );
}
