"use client";

import { type QueryFilters, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { typedNameField } from "@/components/shell/form/dialog-fields";
import { FormDialog } from "@/components/shell/form/form-dialog";
import { Button } from "@/components/ui/button";
import { useInstance } from "./account/instance-provider";

interface DeleteForGoodProps {
  /** The kind of object: "bot". */
  what: string;
  name: string;
  /** Everything that is deleted with it, in sentences. */
  consequences: string;
  request: () => Promise<unknown>;
  /** The page of its list, and the queries of that list and of its own page. */
  list: string;
  queries: QueryFilters;
}

/** Deletes an object permanently after its name is typed. */
export function DeleteForGood({ what, name, consequences, request, list, queries }: DeleteForGoodProps) {
  const { isReady } = useInstance();
  const client = useQueryClient();
  const router = useRouter();
  return (
    <FormDialog
      trigger={<Button variant="danger">Delete {what}…</Button>}
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
        // Otherwise its own page would request it again in vain.
        client.removeQueries(queries);
      }}
    />
  );
}
