"use client";

import { useState } from "react";
import { Button, buttonVariants } from "@/components/ui/button";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { Link } from "@/components/ui/link";
import { useLazyComponent } from "@/components/ui/use-lazy-component";
import { permissionLabels, permissionPresets } from "@/lib/shared/chat/permissions";
import type { BotDetail } from "@/lib/shared/contract/bots";

/** The address of the page that invite links open. */
export interface InviteAddress {
  /** Absolute, without a query. */
  url: string;
  /** False while nothing says by which name the panel is reached from elsewhere. */
  isPublic: boolean;
}

const loadDialog = () =>
  import("./invite-permissions-dialog").then((module) => module.InvitePermissionsDialog);

/** What most bots need at least. */
const INITIAL = permissionPresets.find(({ title }) => title === "Read and reply")?.set ?? 0n;

/** The link with which others add the bot to their guilds, with the permissions that it asks for. */
export function InviteCard({ bot, address }: { bot: BotDetail; address: InviteAddress }) {
  const [permissions, setPermissions] = useState(INITIAL);
  const { part: PermissionsDialog, trigger } = useLazyComponent(loadDialog);
  const link = `${address.url}?${new URLSearchParams({ client_id: bot.id, permissions: String(permissions) })}`;
  const labels = permissionLabels(permissions);
  return (
    <Card>
      <CardHeader>
        <CardTitle>Invite link</CardTitle>
        <CardDescription>
          {bot.public
            ? "Whoever opens it and signs in picks a guild that they manage."
            : `The bot is private: only ${bot.owner.username} can add it with this link.`}
        </CardDescription>
      </CardHeader>
      <CardContent className="flex flex-col gap-3">
        <p
          role="region"
          aria-label="Invite link"
          className="rounded-lg border bg-muted px-3 py-2 font-mono text-xs break-all select-all"
        >
          {link}
        </p>
        <p className="text-sm text-muted-foreground">
          {labels.length > 0 ? `Asks for: ${labels.join(", ")}.` : "Asks for no permissions."}
        </p>
        {address.isPublic ? null : (
          <p className="text-sm text-warning-text">
            It works on this machine only: set NEXTAUTH_URL to the panel&apos;s public address.
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          <CopyButton value={link} label="Copy link" size="sm" variant="secondary" />
          {PermissionsDialog ? (
            <PermissionsDialog bot={bot} value={permissions} onChange={setPermissions} />
          ) : (
            <Button size="sm" {...trigger}>
              Choose permissions
            </Button>
          )}
          <Link
            href={`/oauth2/authorize?client_id=${bot.id}&permissions=${permissions}`}
            className={buttonVariants({ size: "sm", variant: "ghost" })}
          >
            Open link
          </Link>
        </div>
      </CardContent>
    </Card>
  );
}
