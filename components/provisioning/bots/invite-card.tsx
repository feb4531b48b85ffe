"use client";

import { useState } from "react";
import { Button, buttonVariants } from "@/components/ui/button";
import { Card, CardContent } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { Link } from "@/components/ui/link";
import { useLazyComponent } from "@/components/ui/lazy-component";
import { permissionLabels, permissionPresets } from "@/lib/shared/chat/permissions";
import type { BotDetail, BotInvite } from "@/lib/shared/contract/bots";

const loadDialog = () => import("./permission-dialogs").then((module) => module.InvitePermissionsDialog);

const INITIAL = permissionPresets.find(({ title }) => title === "Read and reply")?.set ?? 0n;

/** Notes about the invite link, by the kind of page that the link opens. */
const NOTES: Record<BotInvite["at"], string | null> = {
  panel: null,
  "panel-here": "The link only works on the panel's machine. Set NEXTAUTH_URL to the panel's public address.",
  instance: null,
  guess:
    "The link leads to the web client at the front page in the settings. It works only if that client has a page for adding bots.",
};

/**
 * Shows the link with which others add the bot to their guilds. The operator chooses which permissions the link
 * requests.
 */
export function InviteCard({ bot, invite }: { bot: BotDetail; invite: BotInvite }) {
  const [permissions, setPermissions] = useState(INITIAL);
  const { part: PermissionsDialog, trigger } = useLazyComponent(loadDialog);
  const link = new URL(invite.url);
  link.searchParams.set("permissions", String(permissions));
  const labels = permissionLabels(permissions);
  const note = NOTES[invite.at];
  const isOurs = invite.at === "panel" || invite.at === "panel-here";
  return (
    <Card
      title="Invite link"
      description={
        bot.public === false
          ? `The bot is private: only ${bot.owner?.username ?? "its owner"} can add it with this link.`
          : "Anybody with the link can sign in and add the bot to a guild that they manage."
      }
    >
      <CardContent className="flex flex-col gap-3">
        <p
          role="region"
          aria-label="Invite link"
          className="rounded-lg border bg-muted px-3 py-2 font-mono text-xs break-all select-all"
        >
          {link.href}
        </p>
        <p className="text-sm text-muted-foreground">
          {labels.length > 0 ? `Requests: ${labels.join(", ")}.` : "Requests no permissions."}
        </p>
        {note === null ? null : (
          <p className={isOurs ? "text-sm text-warning-text" : "text-sm text-muted-foreground"}>{note}</p>
        )}
        <div className="flex flex-wrap gap-2">
          <CopyButton value={link.href} label="Copy link" size="sm" variant="secondary" />
          {PermissionsDialog ? (
            <PermissionsDialog bot={bot} value={permissions} onChange={setPermissions} />
          ) : (
            <Button size="sm" {...trigger}>
              Choose permissions
            </Button>
          )}
          <OpenLink link={link} isOurs={isOurs} />
        </div>
      </CardContent>
    </Card>
  );
}

function OpenLink({ link, isOurs }: { link: URL; isOurs: boolean }) {
  const className = buttonVariants({ size: "sm", variant: "ghost" });
  return isOurs ? (
    <Link href={`${link.pathname}${link.search}`} className={className}>
      Open link
    </Link>
  ) : (
    <a href={link.href} target="_blank" rel="noreferrer" className={className}>
      Open link
    </a>
  );
}
