"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { FilePlus } from "lucide-react";
import { Link } from "@/components/ui/link";
import { useState } from "react";
import { ConfirmDialog } from "@/components/ui/dialog";
import { Button, buttonVariants } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { EmptyState } from "@/components/ui/empty-state";
import { toast } from "@/components/ui/toaster";
import { configQuery } from "@/components/settings/queries/config";
import { createConfigFile } from "../queries/config";

export function CreateFile({ disabled }: { disabled: boolean }) {
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const create = useMutation({
    mutationFn: createConfigFile,
    onSuccess: (document) => {
      client.setQueryData(configQuery().queryKey, document);
      setAsking(false);
      toast.success("File created");
    },
    onSettled: () => client.invalidateQueries({ queryKey: configQuery().queryKey }),
  });
  return (
    <>
      <EmptyState
        icon={<FilePlus />}
        title="There is no configuration file"
        text="If another program is replacing the file, it will appear here. Otherwise, restore a version from the history or create a new file."
        action={
          <span className="flex flex-wrap justify-center gap-2">
            <Link href="/settings/history" className={buttonVariants({ variant: "primary" })}>
              Open history
            </Link>
            <Button disabled={disabled} onClick={() => setAsking(true)}>
              Create file
            </Button>
          </span>
        }
      />
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Create an empty configuration file?"
        description="An instance that starts with an empty file uses all defaults and generates new keys. Everybody is signed out, and all bot tokens stop working."
        confirmLabel="Create file"
        busy={create.isPending}
        onConfirm={() => create.mutateAsync().catch(() => undefined)}
      >
        {create.error ? (
          <Callout tone="danger" role="alert" title="No file was created">
            {create.error.message}
          </Callout>
        ) : null}
      </ConfirmDialog>
    </>
  );
}
