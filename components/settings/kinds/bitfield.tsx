import { ListChecks } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { lazyComponent } from "@/components/ui/lazy-component";
import { rightGroups } from "@/lib/shared/chat/rights";
import { bitsOf, hasBit, unnamedBits } from "@/lib/shared/chat/bits";
import type { BitfieldField } from "@/lib/shared/settings/kinds/bitfield";
import { type ControlProps, TypedInput } from "./control";

const all = rightGroups.flatMap((group) => group.bits);
const RightsDialog = lazyComponent(() => import("./rights-dialog").then((part) => part.RightsDialog));

export function BitfieldControl(props: ControlProps<BitfieldField>) {
  const { field, value, onChange, disabled } = props;
  const [isOpen, setOpen] = useState(false);
  const bits = bitsOf(value);
  const summaryId = `${props.id}-summary`;
  return (
    <div className="flex flex-col gap-2">
      <div className="flex gap-2">
        <TypedInput control={props} hintId={summaryId} inputMode="numeric" className="font-mono" />
        <Button disabled={disabled || bits === null} aria-label="Choose rights" onClick={() => setOpen(true)}>
          <ListChecks aria-hidden="true" />
          Choose
        </Button>
      </div>
      <p id={summaryId} className="text-xs text-pretty text-muted-foreground empty:hidden">
        {bits === null ? null : summaryOf(bits)}
      </p>
      {isOpen && bits !== null ? (
        <RightsDialog field={field} initial={bits} onDone={onChange} onClose={() => setOpen(false)} />
      ) : null}
    </div>
  );
}

/** Summarizes the rights, for example "14 of 47 rights: Send messages, Create guilds, and 12 more". */
function summaryOf(bits: bigint): string {
  const labels = all.filter((one) => hasBit(bits, one.bit)).map((one) => one.label);
  const unnamed = unnamedBits(bits, rightGroups).length;
  const shown = labels.length > 4 ? [...labels.slice(0, 3), `${labels.length - 3} more`] : labels;
  const names = shown.length === 0 ? "none" : new Intl.ListFormat("en").format(shown);
  const unnamedWords = unnamed === 0 ? "" : `, and ${unnamed} without a name here`;
  return `${labels.length} of ${all.length} rights: ${names}${unnamedWords}`;
}
