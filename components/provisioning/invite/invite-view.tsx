"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useMutation } from "@tanstack/react-query";
import { SubmitButton } from "@/components/shell/form/form-parts";
import { RequestError } from "@/components/shell/queries/call";
import { Button, buttonVariants } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Card, CardContent, CardFooter } from "@/components/ui/card";
import { Link } from "@/components/ui/link";
import { pathInPanel } from "@/lib/shared/base-path";
import { mayGrant, permissionsIn } from "@/lib/shared/chat/permissions";
import type { Invite, InviteGuild } from "@/lib/shared/contract/bots";
import { useInstance } from "../account/instance-provider";
import { BotAvatar } from "../bot-avatar";
import { authorizeBot } from "../queries/bots";
import { ADMINISTRATOR, AdministratorNote, PermissionList, RoleNote } from "../permission-notes";
import { GuildList, type ListedGuild } from "../wizard/guild-list";

const listed = ({ id, name, owner, held, present }: InviteGuild): ListedGuild => ({
  id,
  name,
  detail: `${owner ? "You own it" : held === null ? id : "You can manage it"}${present === null ? "" : " · includes this bot"}`,
});

export function InviteView({ invite, username }: { invite: Invite; username: string | null }) {
  const { bot, guilds } = invite;
  const [guildId, setGuildId] = useState(invite.guildId ?? "");
  const router = useRouter();
  const requested = BigInt(invite.requested);
  const guild = guilds.find(({ id }) => id === guildId);
  const add = useMutation({
    mutationFn: (target: InviteGuild) => authorizeBot(bot.id, target.id, requested),
    onSuccess: ({ kind }, target) =>
      kind !== "was-member" &&
      router.push(`/oauth2/authorized?${new URLSearchParams({ client_id: bot.id, guild_id: target.id })}`),
  });
  // The button stays busy until the next page has loaded, so that a second click does not repeat the request.
  const isUnchanged = add.data?.kind === "was-member";
  const isBusy = add.isPending || (add.isSuccess && !isUnchanged);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (guild && !isBusy) add.mutate(guild);
  }

  return (
    <form onSubmit={submit} noValidate>
      <Card>
        <CardContent inset="loose" className="flex flex-col gap-6">
          <header className="flex items-start gap-4">
            <BotAvatar bot={bot} size="lg" />
            <div className="min-w-0">
              <h1 className="text-xl font-semibold break-words">Add {bot.name} to a guild</h1>
              {bot.owner ? <p className="text-muted-foreground">Owned by {bot.owner.username}</p> : null}
            </div>
          </header>
          {bot.description ? <p className="break-words whitespace-pre-wrap">{bot.description}</p> : null}
          {add.error ? <Failure error={add.error} /> : null}
          {add.data && isUnchanged ? <RoleNote result={add.data} name={bot.name} /> : null}
          <section aria-labelledby="invite-guild" className="flex flex-col gap-2">
            <h2 id="invite-guild" className="font-medium">
              Guild
            </h2>
            <Guilds invite={invite} value={guildId} onChange={setGuildId} />
          </section>
          <InvitePermissions requested={requested} guild={guild} />
          <AdministratorNote requested={requested} />
          {guild && guild.present !== null ? (
            <p className="text-sm text-muted-foreground">
              {bot.name} is in {guild.name} already. These permissions replace its current ones.
            </p>
          ) : null}
          {username === null ? null : (
            <p className="text-sm text-muted-foreground">Signed in as {username}.</p>
          )}
        </CardContent>
        <CardFooter>
          <Button variant="ghost" onClick={() => goBack(() => router.push("/applications"))}>
            Cancel
          </Button>
          <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
            {guild ? null : <p className="text-sm text-muted-foreground">Choose a guild first.</p>}
            <SubmitButton variant="primary" busy={isBusy} disabled={!guild}>
              {guild && guild.present !== null ? "Replace permissions" : "Add bot"}
            </SubmitButton>
          </div>
        </CardFooter>
      </Card>
    </form>
  );
}

/**
 * Lists the requested permissions, the powerful ones first. Permissions that the operator cannot grant in the selected
 * guild are listed separately.
 */
function InvitePermissions({ requested, guild }: { requested: bigint; guild: InviteGuild | undefined }) {
  const requestedPermissions = permissionsIn(requested);
  const sorted = [
    ...requestedPermissions.filter(({ powerful }) => powerful),
    ...requestedPermissions.filter(({ powerful }) => !powerful),
  ];
  // If the operator's permissions are unknown, assumes that the operator has all of them. The instance
  // refuses any that the operator lacks.
  const held = BigInt(guild?.held ?? ADMINISTRATOR);
  const granted = sorted.filter(({ bit }) => mayGrant(held, bit));
  const lacking = sorted.filter((one) => !granted.includes(one));
  return (
    <section aria-labelledby="invite-permissions" className="flex flex-col gap-2">
      <h2 id="invite-permissions" className="font-medium">
        Permissions
      </h2>
      {requestedPermissions.length === 0 ? (
        <p className="text-muted-foreground">
          No additional permissions. The bot can do what every member can do.
        </p>
      ) : null}
      <PermissionList label="Requested permissions" permissions={granted} />
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

interface GuildsProps {
  invite: Invite;
  value: string;
  onChange: (id: string) => void;
}

function Guilds({ invite, value, onChange }: GuildsProps) {
  if (invite.guilds.length === 0) {
    return (
      <div className="flex flex-col items-start gap-3">
        <p className="text-muted-foreground">
          You do not manage a guild. Create one, or ask the owner of a guild for the Manage guild permission.
        </p>
        <Link href="/guilds" className={buttonVariants({ size: "sm" })}>
          Open guilds
        </Link>
      </div>
    );
  }
  return (
    <>
      {invite.isGuildUnknown ? (
        <p className="text-muted-foreground">
          The link is for a guild that you do not manage. Choose one of your guilds, or ask the guild's owner
          to open the link.
        </p>
      ) : null}
      <GuildList guilds={invite.guilds.map(listed)} value={value} onChange={onChange} />
    </>
  );
}

/** Explains why the bot was not added, or may have been. A retry is always safe, because it only sets the permissions again. */
function Failure({ error }: { error: Error }) {
  const isSignedOut = error instanceof RequestError && error.status === 401;
  return (
    <Callout
      tone="danger"
      role="alert"
      title={
        error instanceof RequestError && error.isUnknown
          ? "The bot may have been added"
          : "The bot was not added"
      }
      actions={
        isSignedOut ? (
          // The reload redirects an operator without a session to the sign-in page, which returns to this page.
          <Button onClick={() => window.location.reload()}>Sign in</Button>
        ) : null
      }
    >
      {error instanceof RequestError
        ? error.message
        : "Something went wrong in this page. Reload it and try again."}
    </Callout>
  );
}

/**
 * Calls `otherwise` if the tab has no previous page. Also calls `otherwise` if the previous page is the
 * sign-in page, which would lead back here.
 */
function goBack(otherwise: () => void): void {
  const { referrer } = document;
  const isFromSignIn = URL.canParse(referrer) && pathInPanel(new URL(referrer).pathname) === "/login";
  if (window.history.length > 1 && !isFromSignIn) window.history.back();
  else otherwise();
}

export function ReloadOnAccount({ children }: { children: ReactNode }) {
  const { isReady } = useInstance();
  const router = useRouter();
  const wasReady = useRef(isReady);
  useEffect(() => {
    if (isReady && !wasReady.current) router.refresh();
    wasReady.current = isReady;
  }, [isReady, router]);
  return children;
}
