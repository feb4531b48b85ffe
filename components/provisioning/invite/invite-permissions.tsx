import { Badge } from "@/components/ui/badge";
import { mayGrant, permissionsIn } from "@/lib/shared/chat/permissions";

interface InvitePermissionsProps {
  requested: bigint;
  /** The selected guild and the operator's permissions in it. Undefined until a guild is selected. */
  guild: { name: string; held: bigint } | undefined;
}

/**
 * Lists the requested permissions, the powerful ones first. Permissions that the operator cannot grant in the selected
 * guild are listed separately.
 */
export function InvitePermissions({ requested, guild }: InvitePermissionsProps) {
  const asked = permissionsIn(requested);
  const sorted = [...asked.filter(({ powerful }) => powerful), ...asked.filter(({ powerful }) => !powerful)];
  const granted = guild ? sorted.filter(({ bit }) => mayGrant(guild.held, bit)) : sorted;
  const lacking = sorted.filter((one) => !granted.includes(one));
  return (
    <section aria-labelledby="invite-permissions" className="flex flex-col gap-2">
      <h2 id="invite-permissions" className="font-medium">
        Permissions
      </h2>
      {asked.length === 0 ? (
        <p className="text-muted-foreground">
          No additional permissions. The bot can do what every member can do.
        </p>
      ) : null}
      {granted.length > 0 ? (
        <ul aria-label="Requested permissions" className="grid gap-x-4 gap-y-1 sm:grid-cols-2">
          {granted.map(({ bit, label, powerful }) => (
            <li key={String(bit)} className="flex flex-wrap items-center gap-2">
              {label}
              {powerful ? <Badge tone="warning">Powerful</Badge> : null}
            </li>
          ))}
        </ul>
      ) : null}
      {lacking.length > 0 && guild ? (
        <div className="flex flex-col gap-1 text-muted-foreground">
          <p className="text-sm" id="invite-lacking">
            Not granted, because you do not have them in {guild.name}:
          </p>
          <ul aria-labelledby="invite-lacking" className="grid gap-x-4 gap-y-1 sm:grid-cols-2">
            {lacking.map(({ bit, label }) => (
              <li key={String(bit)} className="line-through">
                {label}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </section>
  );
}
