import { ConfirmDialog } from "@/components/ui/dialog";
import type { ReplacedKey } from "./use-save";

interface ReplaceKeysDialogProps {
  keys: readonly ReplacedKey[];
  onConfirm: () => void;
  onClose: () => void;
}

export function ReplaceKeysDialog({ keys, onConfirm, onClose }: ReplaceKeysDialogProps) {
  const [only] = keys;
  const title =
    keys.length === 1 && only ? `Replace “${only.label}”?` : `Replace ${keys.length} signing keys?`;
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
      title={title}
      description={
        <ul className="flex flex-col gap-2">
          {keys.map(({ path, label, breaks }) => (
            <li key={path}>
              {keys.length > 1 ? <span className="font-medium text-foreground">{label}: </span> : null}
              {breaks}
            </li>
          ))}
        </ul>
      }
      confirmLabel="Replace and save"
      cancelLabel="Keep editing"
      onConfirm={onConfirm}
    />
  );
}
