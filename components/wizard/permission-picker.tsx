"use client";

import { Search } from "lucide-react";
import { useId, useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Input } from "@/components/ui/input";
import { mayGrant, type Permission, permissionGroups, permissionPresets } from "@/lib/directory/permissions";

const matches = (permission: Permission, words: string) =>
  `${permission.label} ${permission.name} ${permission.help}`.toLowerCase().includes(words);

/** A permission set by name. `held` are the operator's own: only those can be chosen. */
export function PermissionPicker({
  value,
  held,
  onChange,
}: {
  value: bigint;
  held: bigint;
  onChange: (value: bigint) => void;
}) {
  const [query, setQuery] = useState("");
  const words = query.trim().toLowerCase();
  const shown = permissionGroups
    .map((group) => ({ ...group, permissions: group.permissions.filter((entry) => matches(entry, words)) }))
    .filter((group) => group.permissions.length > 0);

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
      <div className="relative">
        <Search
          aria-hidden="true"
          className="absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted-foreground"
        />
        <Input
          type="search"
          aria-label="Find a permission"
          placeholder="Find a permission"
          className="pl-9"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
        />
      </div>
      {shown.length === 0 ? <p className="text-muted-foreground">No permission is called that.</p> : null}
      {shown.map((group) => (
        <fieldset key={group.title} className="flex flex-col gap-1">
          <legend className="mb-2 font-semibold">{group.title}</legend>
          <div className="grid gap-x-6 gap-y-1 md:grid-cols-2">
            {group.permissions.map((permission) => (
              <PermissionRow
                key={permission.name}
                permission={permission}
                checked={(value & permission.bit) !== 0n}
                disabled={!mayGrant(held, permission.bit)}
                onChange={(checked) => onChange(checked ? value | permission.bit : value & ~permission.bit)}
              />
            ))}
          </div>
        </fieldset>
      ))}
      <p className="text-sm text-muted-foreground">
        As a number: <code className="text-foreground">{String(value)}</code>
      </p>
    </div>
  );
}

function PermissionRow({
  permission,
  checked,
  disabled,
  onChange,
}: {
  permission: Permission;
  checked: boolean;
  disabled: boolean;
  onChange: (checked: boolean) => void;
}) {
  const id = useId();
  return (
    <div className="flex gap-3 py-2">
      <Checkbox
        id={id}
        className="mt-0.5"
        checked={checked}
        disabled={disabled}
        aria-describedby={`${id}-help`}
        onCheckedChange={(next) => onChange(next === true)}
      />
      <div className={disabled ? "min-w-0 text-muted-foreground" : "min-w-0"}>
        <label htmlFor={id} className="flex flex-wrap items-center gap-2 font-medium">
          {permission.label}
          {permission.powerful ? <Badge tone="warning">Powerful</Badge> : null}
        </label>
        <p id={`${id}-help`} className="text-sm text-muted-foreground">
          {permission.help}
        </p>
      </div>
    </div>
  );
}
