"use client";

import { type QueryFilters, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { typedNameField } from "@/components/shell/form/dialog-fields";
import { FormDialog } from "@/components/shell/form/form-dialog";
import { Button } from "@/components/ui/button";
import { useInstance } from "./account/instance-provider";

interface DeleteForGoodProps {
  what: string;
  name: string;
  consequences: string;
  request: () => Promise<unknown>;
  /** Path of the page that lists objects of this kind. */
  list: string;
  queries: QueryFilters;
}

export function DeleteForGood({ what, name, consequences, request, list, queries }: DeleteForGoodProps) {
  const { isReady } = useInstance();
  const client = useQueryClient();
  const router = useRouter();
  return (
    <FormDialog
      trigger={<Button variant="danger-outline">Delete {what}…</Button>}
      isHidden={!isReady}
      title={`Delete ${name}?`}
      description={`${consequences} This cannot be undone.`}
      action={`Delete ${what}`}
      tone="danger"
      fields={{ name: typedNameField(name) }}
      request={request}
      done={() => `${name} deleted`}
      onDone={() => {
        router.push(list);
        // Without this, the page of the deleted object would fetch the object again, and fail.
        client.removeQueries(queries);
      }}
    />
  );
}
