import { Badge } from "@/components/ui/badge";
import { Callout } from "@/components/ui/callout";
import type { permissionsIn } from "@/lib/shared/chat/permissions";
import type { Authorized } from "@/lib/shared/contract/bots";

/** The bit of the Administrator permission, which includes every other permission. */
export const ADMINISTRATOR = 8n;

export const isAdministrator = (set: bigint): boolean => (set & ADMINISTRATOR) !== 0n;

export function AdministratorNote({ requested }: { requested: bigint }) {
  return isAdministrator(requested) ? (
    <Callout tone="warning" title="An administrator can do everything">
      Anybody with the bot&apos;s token can delete channels, ban members and read every channel.
    </Callout>
  ) : null;
}

interface PermissionListProps {
  label: string;
  permissions: ReturnType<typeof permissionsIn>;
}

/** Lists permissions, with a badge for the powerful ones. Renders nothing if the list is empty. */
export function PermissionList({ label, permissions }: PermissionListProps) {
  return permissions.length > 0 ? (
    <ul aria-label={label} className="grid gap-x-4 gap-y-1 sm:grid-cols-2">
      {permissions.map(({ bit, label, powerful }) => (
        <li key={String(bit)} className="flex flex-wrap items-center gap-2">
          {label}
          {powerful ? <Badge tone="warning">Powerful</Badge> : null}
        </li>
      ))}
    </ul>
  ) : null;
}

export function RoleNote({ result, name }: { result: Authorized; name: string }) {
  if (result.kind === "added") return null;
  const how = `In a client, open the guild's settings and edit the role named ${name}. Or remove the bot from the guild and authorize it again.`;
  return result.kind === "was-member" ? (
    <Callout tone="warning" title="Its permissions were not changed">
      The instance does not change the permissions of a bot that is already in the guild. {how}
    </Callout>
  ) : (
    <Callout tone="warning" title="The instance's response was lost">
      The bot is in the guild. If it was there before, its permissions were not changed. {how}
    </Callout>
  );
}
