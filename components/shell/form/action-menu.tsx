"use client";

import type { QueryFilters } from "@tanstack/react-query";
import { Ellipsis } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog, type ConfirmDialogProps } from "@/components/ui/confirm-dialog";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { useChange } from "./use-change";

export interface Action extends Pick<ConfirmDialogProps, "title" | "description" | "confirmLabel" | "tone"> {
  item: string;
  request: () => Promise<unknown>;
  done: string;
}

export interface DialogAction {
  item: string;
  dialog: (onClose: () => void) => ReactNode;
}

interface ActionMenuProps {
  /** Name of the object. The menu's button is then named "Actions for ada", for example. */
  objectName: string;
  actions: readonly (Action | DialogAction)[];
  changes: QueryFilters;
}

export function ActionMenu({ objectName, actions, changes }: ActionMenuProps) {
  const [chosen, setChosen] = useState<Action | DialogAction | null>(null);
  /**
   * The selected action. Its dialog opens only after the menu has moved the focus to the menu's button. When
   * the dialog closes, the focus returns to this button.
   */
  const next = useRef<Action | DialogAction | null>(null);
  const close = () => setChosen(null);
  const act = useChange({
    request: ({ request }: Action) => request(),
    done: (_, { done }) => done,
    changes,
  });

  function openNext() {
    const action = next.current;
    next.current = null;
    if (action) queueMicrotask(() => setChosen(action));
  }

  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button
            variant="ghost"
            size="icon-sm"
            busy={act.isPending}
            aria-label={`Actions for ${objectName}`}
          >
            <Ellipsis aria-hidden="true" />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end" onCloseAutoFocus={openNext}>
          {actions.map((action) => (
            <DropdownMenuItem key={action.item} onSelect={() => void (next.current = action)}>
              {action.item}
            </DropdownMenuItem>
          ))}
        </DropdownMenuContent>
      </DropdownMenu>
      {chosen === null ? null : "dialog" in chosen ? (
        chosen.dialog(close)
      ) : (
        <ConfirmDialog
          open
          onOpenChange={(open) => (open ? undefined : close())}
          title={chosen.title}
          description={chosen.description}
          confirmLabel={chosen.confirmLabel}
          tone={chosen.tone}
          onConfirm={() => act.mutate(chosen)}
        />
      )}
    </>
  );
}
