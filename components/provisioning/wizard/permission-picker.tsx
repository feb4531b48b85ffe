"use client";

import { BitEditor } from "@/components/settings/kinds/bit-editor";
import { type BitGroup, hasBit } from "@/lib/shared/chat/bits";
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

/** Removes the permissions that a member with the permissions `held` may not grant. */
const grantable = (held: bigint, set: bigint): bigint =>
  Array.from({ length: 64 }, (_, bit) => bit)
    .filter((bit) => hasBit(set, bit) && mayGrant(held, 1n << BigInt(bit)))
    .reduce((kept, bit) => kept | (1n << BigInt(bit)), 0n);

/**
 * The operator chooses permissions by name, as a preset or as a number. Only permissions among `held` can be chosen,
 * because nobody can grant permissions that they do not have.
 */
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
