import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { Link } from "@/components/ui/link";
import { permissionLabels } from "@/lib/shared/chat/permissions";
import type { GuildDetail, GuildRoleEntry } from "@/lib/shared/contract/guilds";
import { isAdministrator } from "../permission-notes";

/** Maximum number of permission labels in a row. A click shows the others. */
const SHOWN = 4;

export function GuildRoles({ guild }: { guild: GuildDetail }) {
  return (
    <Card title="Roles" description="A member has the permissions of all of their roles together.">
      <ul aria-label={`Roles of ${guild.name}`} className="divide-y">
        {guild.roles.map((role) => (
          <RoleRow key={role.id} role={role} isEveryone={role.id === guild.id} />
        ))}
      </ul>
    </Card>
  );
}

function RoleRow({ role, isEveryone }: { role: GuildRoleEntry; isEveryone: boolean }) {
  return (
    <li className="flex flex-col gap-1.5 px-4 py-3 sm:px-6">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="font-medium wrap-anywhere">
          {role.applicationId === null ? (
            role.name
          ) : (
            <Link href={`/applications/${role.applicationId}`} className="hover:underline">
              {role.name}
            </Link>
          )}
        </span>
        <span className="text-sm text-muted-foreground tabular-nums">
          {isEveryone
            ? "Every member"
            : role.managed
              ? "This bot only"
              : role.memberCount === null
                ? null
                : `${role.memberCount.toLocaleString("en")} ${role.memberCount === 1 ? "member" : "members"}`}
        </span>
      </p>
      <Permissions set={BigInt(role.permissions)} />
    </li>
  );
}

function Permissions({ set }: { set: bigint }) {
  if (isAdministrator(set))
    return (
      <p>
        <Badge tone="warning">Administrator</Badge>{" "}
        <span className="text-sm text-muted-foreground">Everything in this guild</span>
      </p>
    );
  const labels = permissionLabels(set);
  if (labels.length === 0) return <p className="text-sm text-muted-foreground">No permissions</p>;
  if (labels.length <= SHOWN) return <Labels labels={labels} />;
  return (
    <details>
      <summary className="cursor-pointer text-sm text-muted-foreground max-sm:py-2.5">
        {labels.length} permissions
      </summary>
      <div className="pt-2">
        <Labels labels={labels} />
      </div>
    </details>
  );
}

const Labels = ({ labels }: { labels: readonly string[] }) => (
  <p className="flex flex-wrap gap-1">
    {labels.map((label) => (
      <Badge key={label}>{label}</Badge>
    ))}
  </p>
);
