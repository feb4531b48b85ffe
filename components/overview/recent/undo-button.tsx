import { useMutation, useQueryClient } from "@tanstack/react-query";
import { configQuery, undoSave } from "@/components/settings/queries/config";
import { useSaveTools } from "@/components/settings/review/use-saved-toast";
import { useReadOnly } from "@/components/settings/store/use-setting";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toaster";
import type { Revision } from "@/lib/shared/contract/history";

interface UndoButtonProps {
  /** The version that the file is at. */
  revision: Revision;
  /** The version that it goes back to. */
  before: Revision;
}

/** Undoes the last save. That is a version of its own, which can be undone in turn. */
export function UndoButton({ revision, before }: UndoButtonProps) {
  const { receive } = useSaveTools();
  const client = useQueryClient();
  const { disabled } = useReadOnly();
  const undo = useMutation({
    mutationFn: undoSave,
    onSuccess: (document) => {
      receive(document);
      toast.success("Undone", {
        description: "The file is identical to the previous version, byte for byte.",
      });
    },
    onError: (error) => toast.error("Not undone", { description: error.message }),
    onSettled: () => client.invalidateQueries({ queryKey: configQuery().queryKey }),
  });
  return (
    <Button
      size="sm"
      // Above the link that covers the row.
      className="relative z-10"
      aria-label={`Undo version ${revision.id}`}
      disabled={disabled}
      busy={undo.isPending}
      onClick={() => undo.mutate({ etag: revision.etag, to: before.etag })}
    >
      Undo
    </Button>
  );
}
