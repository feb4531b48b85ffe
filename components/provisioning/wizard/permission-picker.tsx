"use client";

import { useId, useState } from "react";
import { BitEditor } from "@/components/settings/kinds/bit-editor";
import { Input, Label } from "@/components/ui/input";
import { type BitGroup, bitsOf, hasBit } from "@/lib/shared/chat/bits";
import { mayGrant, permissionGroups, permissionPresets } from "@/lib/shared/chat/permissions";

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

const grantable = (held: bigint, set: bigint): bigint =>
  Array.from({ length: 64 }, (_, bit) => bit)
    .filter((bit) => hasBit(set, bit) && mayGrant(held, 1n << BigInt(bit)))
    .reduce((granted, bit) => granted | (1n << BigInt(bit)), 0n);

interface PermissionPickerProps {
  value: bigint;
  held: bigint;
  onChange: (value: bigint) => void;
}

/**
 * Lets the operator choose permissions by name, by preset or by number. Only permissions in `held` can be
 * chosen, because nobody can grant permissions that they do not have.
 */
export function PermissionPicker({ value, held, onChange }: PermissionPickerProps) {
  return (
    <BitEditor
      groups={groups}
      value={value}
      onChange={onChange}
      searchLabel="Find a permission"
      presets={permissionPresets}
      mayChoose={(set) => mayGrant(held, set)}
      mayChange={(bit) => mayGrant(held, 1n << BigInt(bit))}
      dangerWord="Powerful"
      wide
    >
      <PermissionNumber value={value} grantable={(set) => grantable(held, set)} onChange={onChange} />
    </BitEditor>
  );
}

interface PermissionNumberProps {
  value: bigint;
  grantable: (set: bigint) => bigint;
  onChange: (value: bigint) => void;
}

/** The operator can paste another number. */
function PermissionNumber({ value, grantable, onChange }: PermissionNumberProps) {
  /** Null unless the operator is typing in the text box. */
  const [typed, setTyped] = useState<string | null>(null);
  const id = useId();
  const typedSet = typed === null ? value : bitsOf(typed);
  const note = noteOn(typedSet, value);
  return (
    <div className="flex flex-col gap-1.5">
      <Label htmlFor={id}>As a number</Label>
      <Input
        id={id}
        inputMode="numeric"
        autoComplete="off"
        className="font-mono sm:max-w-72"
        aria-invalid={typedSet === null || undefined}
        aria-describedby={`${id}-note`}
        value={typed ?? value.toString()}
        onChange={(event) => {
          const next = event.target.value;
          setTyped(next);
          const set = bitsOf(next);
          if (set !== null) onChange(grantable(set));
        }}
        onBlur={() => setTyped(null)}
        onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
      />
      <p id={`${id}-note`} aria-live="polite" className="text-sm text-muted-foreground">
        {note}
      </p>
    </div>
  );
}

function noteOn(typedSet: bigint | null, value: bigint): string {
  if (typedSet === null) return "Enter a whole number below 2⁶⁴. The permissions were not changed.";
  if (typedSet !== value) return "Permissions that you do not have in this guild were removed.";
  return "Paste the number from an invite link to see its permissions.";
}
