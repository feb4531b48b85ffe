import type { ComponentProps } from "react";
import * as z from "zod/mini";
import type { DialogField } from "@/components/shell/form/dialog-fields";
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from "@/components/ui/select";
import { type Role, roles } from "@/lib/shared/role";

const words: Record<Role, { name: string; may: string }> = {
  owner: { name: "Owner", may: "Everything, including operators and secrets" },
  editor: { name: "Editor", may: "Settings, applies and bots" },
  viewer: { name: "Viewer", may: "Views everything except secrets" },
};

export const roleName = (role: Role): string => words[role].name;

interface RoleSelectProps extends Omit<ComponentProps<typeof SelectTrigger>, "value" | "onChange"> {
  value: Role;
  onChange: (role: Role) => void;
  highest?: Role;
}

export function RoleSelect({ value, onChange, highest = "owner", ...trigger }: RoleSelectProps) {
  const choose = (next: string) => onChange(roles.find((role) => role === next) ?? value);
  const offered = roles.slice(0, roles.indexOf(highest) + 1).toReversed();
  return (
    <Select value={value} onValueChange={choose}>
      <SelectTrigger {...trigger}>
        <SelectValue>{roleName(value)}</SelectValue>
      </SelectTrigger>
      <SelectContent>
        {offered.map((role) => (
          <SelectItem key={role} value={role} description={words[role].may}>
            {words[role].name}
          </SelectItem>
        ))}
      </SelectContent>
    </Select>
  );
}

export const roleField = (initial: Role, highest?: Role): DialogField<Role> => ({
  label: "Role",
  check: z.enum(roles),
  initial,
  control: (props) => <RoleSelect {...props} highest={highest} />,
});
