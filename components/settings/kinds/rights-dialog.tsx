import { useState } from "react";
import { Button } from "@/components/ui/button";
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from "@/components/ui/dialog";
import { rightGroups } from "@/lib/shared/chat/rights";
import { bitsOf, withBit } from "@/lib/shared/chat/bits";
import type { BitfieldField } from "@/lib/shared/settings/kinds/bitfield";
import { BitEditor } from "./bit-editor";

const operator = 0;
const everythingButOperator = rightGroups
  .flatMap((group) => group.bits)
  .reduce((bits, one) => withBit(bits, one.bit, one.bit !== operator), 0n);

export interface RightsDialogProps {
  field: BitfieldField;
  initial: bigint;
  onDone: (value: string) => void;
  onClose: () => void;
}

/** Rights by name, to choose from. */
export function RightsDialog({ field, initial, onDone, onClose }: RightsDialogProps) {
  const [bits, setBits] = useState(initial);
  const presets = [
    { label: "None", bits: 0n },
    { label: "Default", bits: bitsOf(field.default) ?? 0n },
    { label: "All but operator", bits: everythingButOperator },
    { label: "As it was", bits: initial },
  ];
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent width="wide">
        <DialogHeader>
          <DialogTitle>{field.label}</DialogTitle>
          <DialogDescription>{field.help}</DialogDescription>
          <div className="mt-2 flex flex-wrap items-center gap-2" role="group" aria-label="Presets">
            {presets.map((preset) => (
              <Button key={preset.label} size="sm" onClick={() => setBits(preset.bits)}>
                {preset.label}
              </Button>
            ))}
            <code className="text-xs break-all text-muted-foreground" aria-live="polite">
              {bits.toString()}
            </code>
          </div>
        </DialogHeader>
        <DialogBody>
          <BitEditor groups={rightGroups} value={bits} onChange={setBits} searchLabel="Search rights" />
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            onClick={() => {
              onDone(bits.toString());
              onClose();
            }}
          >
            Use these rights
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
