"use client";

import { BitEditor } from "@/components/settings/kinds/bit-editor";
import { type BitGroup, hasBit } from "@/lib/shared/chat/bits";
import { Button } from "@/components/ui/button";
import { mayGrant, permissionGroups, permissionPresets } from "@/lib/shared/chat/permissions";
import { PermissionNumber } from "./permission-number";

const groups: readonly BitGroup[] = permissionGroups.map(({ title, permissions }) => ({
  title,
  bits: permissions.map(({ name, bit, label, help, powerful }) => ({
    bit: bit.toString(2).length - 1,
    name,
    label,
    help,
    ...(powerful && { dangerous: powerful }),
  })),
}));

/** The bits of a set that someone with the permissions `held` may grant. */
const grantable = (held: bigint, set: bigint): bigint =>
  Array.from({ length: 64 }, (_, bit) => bit)
    .filter((bit) => hasBit(set, bit) && mayGrant(held, 1n << BigInt(bit)))
    .reduce((kept, bit) => kept | (1n << BigInt(bit)), 0n);

/** Chooses permissions by name, by preset or as a number. `held` are the operator's own: only those can be chosen. */
export function PermissionPicker({
  value,
  held,
  onChange,
}: {
  value: bigint;
  held: bigint;
  onChange: (value: bigint) => void;
}) {
  return (
    <div className="flex flex-col gap-5">
      <div role="group" aria-label="Presets" className="flex flex-wrap gap-2">
        {permissionPresets.map((preset) => (
          <Button
            key={preset.title}
            size="sm"
            aria-pressed={value === preset.set}
            className="aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-text"
            disabled={!mayGrant(held, preset.set)}
            onClick={() => onChange(preset.set)}
          >
            {preset.title}
          </Button>
        ))}
      </div>
      <PermissionNumber value={value} grantable={(set) => grantable(held, set)} onChange={onChange} />
      <BitEditor
        groups={groups}
        value={value}
        onChange={onChange}
        searchLabel="Find a permission"
        mayChange={(bit) => mayGrant(held, 1n << BigInt(bit))}
        dangerWord="Powerful"
        wide
      />
    </div>
  );
}
