"use client";

import { useEffect, useRef } from "react";
import { useQuery } from "@tanstack/react-query";
import { Button, buttonVariants } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Link } from "@/components/ui/link";
import { permissionLabels } from "@/lib/shared/chat/permissions";
import type { Authorized } from "@/lib/shared/contract/bots";
import { useInstance } from "../account/instance-provider";
import { StartCard } from "../bots/start-card";
import type { BotAddresses } from "../bots/start-code";
import { botQuery } from "../queries/bots";
import { isAdministrator, RoleNote } from "../permission-notes";
import type { WizardGuild } from "./guild-step";
import type { WizardApplication } from "./use-create-application";

interface DoneStepProps {
  application: WizardApplication;
  guild: WizardGuild;
  requested: bigint;
  result: Authorized;
  onRestart: () => void;
  addresses: BotAddresses;
}

export function DoneStep({ application, guild, requested, result, onRestart, addresses }: DoneStepProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { lacks } = useInstance();
  const reportsGuilds = lacks("botGuilds") === null;
  const present = usePresent(reportsGuilds ? application.id : null, guild.id);
  const rows = [
    ["Application", application.name],
    ["Bot's user id", application.id],
    ["Guild", guild.name],
    ["Guild id", guild.id],
    present === undefined
      ? permissionsRow(requested, result, !reportsGuilds)
      : presentRow(present, requested),
  ] as const;
  return (
    <div className="flex flex-col gap-6 rounded-lg border bg-surface p-4 sm:p-6">
      <h2 ref={heading} tabIndex={-1} className="text-lg font-semibold outline-none">
        {result.kind === "was-member"
          ? `${application.name} was already a member of ${guild.name}`
          : `${application.name} is a member of ${guild.name}`}
      </h2>
      <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-[auto_1fr]">
        {rows.map(([term, value]) => (
          <div key={term} className="contents">
            <dt className="text-muted-foreground">{term}</dt>
            <dd className="-mt-2 break-words sm:mt-0">{value}</dd>
          </div>
        ))}
      </dl>
      <RoleNote result={result} name={application.name} />
      <Callout title="Use the token">
        The bot&apos;s program sends the token as <code>Authorization: Bot …</code> with every request.
      </Callout>
      <StartCard addresses={addresses} />
      <div className="flex flex-wrap justify-end gap-2 border-t pt-4">
        <Button onClick={onRestart}>Create another bot</Button>
        <Link href={`/applications/${application.id}`} className={buttonVariants({ variant: "primary" })}>
          Open bot
        </Link>
      </div>
    </div>
  );
}

/** Undefined if unknown. Null if the bot is no longer in the guild. */
function usePresent(applicationId: string | null, guildId: string): bigint | null | undefined {
  const { data } = useQuery({
    ...botQuery(applicationId ?? ""),
    enabled: applicationId !== null,
    // Always fetched again, because adding the bot may have changed its permissions.
    refetchOnMount: "always",
    select: ({ guilds }) => guilds?.find(({ id }) => id === guildId)?.permissions ?? null,
  });
  return typeof data === "string" ? BigInt(data) : data;
}

function presentRow(present: bigint | null, requested: bigint): readonly [string, string] {
  if (present === null) return ["Permissions", "None. The bot is no longer in the guild."];
  const labels = permissionLabels(present);
  const held = labels.length > 0 ? labels.join(", ") : "None. The bot is a member without a role.";
  const lacking = permissionLabels(requested & ~present);
  if (lacking.length === 0) return ["Permissions", held];
  return [
    "Permissions",
    `${held}. Not granted, because you do not have them in this guild: ${lacking.join(", ")}`,
  ];
}

function comparedRow(permissions: string, requested: bigint): readonly [string, string] {
  const held = BigInt(permissions);
  const missing = isAdministrator(held) ? [] : permissionLabels(requested & ~held);
  const labels = permissionLabels(held).join(", ") || "None";
  return ["Permissions", missing.length === 0 ? labels : `${labels}. Missing: ${missing.join(", ")}`];
}

function permissionsRow(
  requested: bigint,
  result: Authorized,
  mayMakeRole: boolean,
): readonly [string, string] {
  if (result.kind !== "added" && result.permissions !== null)
    return comparedRow(result.permissions, requested);
  if (result.kind === "was-member") return ["Permissions", "Unchanged"];
  const granted = result.kind === "added" && result.granted !== null ? BigInt(result.granted) : null;
  const labels = permissionLabels(granted ?? requested);
  const none = mayMakeRole
    ? "None. The bot's role has no permissions."
    : "None. The bot is a member without a role.";
  return [
    granted === null ? "Requested permissions" : "Permissions",
    labels.length > 0 ? labels.join(", ") : none,
  ];
}
