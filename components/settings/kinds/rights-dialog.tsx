import * as z from "zod/mini";
import { FormDialog } from "@/components/shell/form/form-dialog";
import { bitsOf, withBit } from "@/lib/shared/chat/bits";
import { rightGroups } from "@/lib/shared/chat/rights";
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

export function RightsDialog({ field, initial, onDone, onClose }: RightsDialogProps) {
  const presets = [
    { title: "None", set: 0n },
    { title: "Default", set: bitsOf(field.default) ?? 0n },
    { title: "All but operator", set: everythingButOperator },
    { title: "Original value", set: initial },
  ];
  return (
    <FormDialog
      open
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={field.label}
      description={field.help}
      action="Use these rights"
      wide
      fields={{
        bits: {
          check: z.bigint(),
          initial,
          control: ({ value, onChange }: { value: bigint; onChange: (bits: bigint) => void }) => (
            <BitEditor
              groups={rightGroups}
              value={value}
              onChange={onChange}
              searchLabel="Search rights"
              presets={presets}
            >
              <code className="text-xs break-all text-muted-foreground" aria-live="polite">
                {value.toString()}
              </code>
            </BitEditor>
          ),
        },
      }}
      request={({ bits }) => onDone(bits.toString())}
    />
  );
}
