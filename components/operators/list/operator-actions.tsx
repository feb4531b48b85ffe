"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Ellipsis } from "lucide-react";
import { useRef, useState } from "react";
import { ConfirmDialog } from "@/components/ui/alert-dialog";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { toast } from "@/components/ui/toaster";
import type { PanelOperator } from "@/lib/shared/contract/operators";
import {
  changeOperator,
  endOperatorSessions,
  operatorsQuery,
  removeOperator,
  requirePassword,
} from "../queries/operators";
import { RenameOperator } from "./rename-operator";

interface Action {
  item: string;
  title: string;
  description: string;
  confirmLabel: string;
  tone: "danger" | "neutral";
  run: () => Promise<unknown>;
  done: string;
}

/** What an owner can do with another operator, besides changing the role and the name. */
function actionsFor({ id, username, disabled, mustChangePassword, isProvided }: PanelOperator): Action[] {
  return [
    {
      item: "End sessions",
      title: `End the sessions of ${username}?`,
      description: `${username} is signed out in every browser and can sign in again.`,
      confirmLabel: "End sessions",
      tone: "neutral",
      run: () => endOperatorSessions(id),
      done: `Sessions of ${username} ended`,
    },
    ...(mustChangePassword || isProvided
      ? []
      : [
          {
            item: "Require new password",
            title: `Require a new password of ${username}?`,
            description: `${username} is signed out everywhere and has to choose a new password at the next sign-in. Until then, API tokens of ${username} do not work.`,
            confirmLabel: "Require new password",
            tone: "danger" as const,
            run: () => requirePassword(id),
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
          run: () => changeOperator({ id, disabled: false }),
          done: `${username} enabled`,
        }
      : {
          item: "Disable",
          title: `Disable ${username}?`,
          description: `${username} is signed out at once and cannot sign in until enabled again. API tokens of ${username} stop working.`,
          confirmLabel: "Disable operator",
          tone: "danger",
          run: () => changeOperator({ id, disabled: true }),
          done: `${username} disabled`,
        },
    {
      item: "Remove",
      title: `Remove ${username}?`,
      description: `${username} is signed out at once and can never sign in again. API tokens and open invitations of ${username} are deleted. The history and the audit log keep the name.`,
      confirmLabel: "Remove operator",
      tone: "danger",
      run: () => removeOperator(id),
      done: `${username} removed`,
    },
  ];
}

/** A menu of what an owner can do with another operator; each asks first, and says what follows. */
export function OperatorActions({ operator }: { operator: PanelOperator }) {
  const [asked, setAsked] = useState<Action | null>(null);
  const [isRenaming, setRenaming] = useState(false);
  /** Opened only after the menu has returned the focus to its button, so that it returns there in the end. */
  const next = useRef<(() => void) | null>(null);
  const client = useQueryClient();
  const act = useMutation({
    mutationFn: ({ run }: Action) => run(),
    onSuccess: (_, { done }) => toast.success(done),
    onError: (error) => toast.error("Nothing was changed", { description: error.message }),
    onSettled: () => client.invalidateQueries({ queryKey: operatorsQuery().queryKey }),
  });
  const openNext = () => {
    if (next.current) queueMicrotask(next.current);
    next.current = null;
  };
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button
            variant="ghost"
            size="icon-sm"
            busy={act.isPending}
            aria-label={`Actions for ${operator.username}`}
          >
            <Ellipsis aria-hidden="true" />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end" onCloseAutoFocus={openNext}>
          <DropdownMenuItem onSelect={() => void (next.current = () => setRenaming(true))}>
            Rename
          </DropdownMenuItem>
          {actionsFor(operator).map((action) => (
            <DropdownMenuItem key={action.item} onSelect={() => void (next.current = () => setAsked(action))}>
              {action.item}
            </DropdownMenuItem>
          ))}
        </DropdownMenuContent>
      </DropdownMenu>
      {isRenaming ? <RenameOperator operator={operator} onClose={() => setRenaming(false)} /> : null}
      {asked ? (
        <ConfirmDialog
          open
          onOpenChange={(open) => (open ? undefined : setAsked(null))}
          title={asked.title}
          description={asked.description}
          confirmLabel={asked.confirmLabel}
          tone={asked.tone}
          onConfirm={() => act.mutate(asked)}
        />
      ) : null}
    </>
  );
}
