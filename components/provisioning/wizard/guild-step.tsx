"use client";

import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { Button, buttonVariants } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/loading";
import { isSnowflake } from "@/lib/shared/chat/snowflake";
import type { PanelGuild } from "@/lib/shared/contract/guilds";
import { isNotOffered, wordsOf } from "../account/failure";
import { useInstance } from "../account/instance-provider";
import { SnowflakeInput } from "../open-by-id";
import { manageableGuildsQuery } from "../queries/guilds";
import { GuildList, type ListedGuild } from "./guild-list";
import { StepFrame, TextButton } from "./step-frame";

export interface WizardGuild {
  id: string;
  name: string;
  /** The operator's permissions in the guild as a decimal number. Null if the instance does not report them. */
  permissions: string | null;
}

interface GuildStepProps {
  chosen: WizardGuild | undefined;
  onDone: (guild: WizardGuild) => void;
  onBack: () => void;
}

export function GuildStep({ chosen, onDone, onBack }: GuildStepProps) {
  const { account, isReady } = useInstance();
  const { data, error, isPending, isFetching, refetch } = useQuery({
    ...manageableGuildsQuery(),
    enabled: isReady,
  });
  const [id, setId] = useState(chosen?.id ?? "");
  const [wantsToType, setTyping] = useState(false);
  const isUnlisted = isNotOffered(error);
  const isTyping = wantsToType || isUnlisted;
  const guild = chosenGuild(id.trim(), data ?? [], isTyping);
  const failure = wordsOf(error);

  return (
    <StepFrame
      title="Choose a guild"
      text={textFor(data, isTyping, isUnlisted)}
      action="Choose permissions"
      missing={guild ? undefined : isTyping ? "Enter the id of a guild first." : "Choose a guild first."}
      onSubmit={() => guild && onDone(guild)}
      onBack={onBack}
    >
      {isTyping ? (
        <SnowflakeInput label="Guild id" value={id} onChange={setId} />
      ) : isPending ? (
        <div className="flex flex-col gap-2" role="status" aria-label="Loading guilds">
          <Skeleton className="h-14" />
          <Skeleton className="h-14" />
        </div>
      ) : failure !== undefined ? (
        <ErrorState
          title="The guilds could not be loaded"
          unchanged="Your application and its bot were saved."
          advice={failure}
          actions={
            <Button busy={isFetching} onClick={() => void refetch()}>
              Load again
            </Button>
          }
        />
      ) : data && data.length > 0 ? (
        <GuildList guilds={data.map((one) => listed(one, account?.id ?? null))} value={id} onChange={setId} />
      ) : (
        <EmptyState
          title="No guild that you can manage"
          text="Create one, or ask the owner of a guild for the Manage guild permission."
          action={
            <Link href="/guilds" className={buttonVariants()}>
              Open guilds
            </Link>
          }
        />
      )}
      {isUnlisted || isPending ? null : (
        <p className="text-sm text-muted-foreground">
          <TextButton onClick={() => setTyping(!wantsToType)}>
            {wantsToType ? "Choose from the list" : "Enter a guild's id instead"}
          </TextButton>
        </p>
      )}
    </StepFrame>
  );
}

function chosenGuild(id: string, guilds: readonly PanelGuild[], isTyping: boolean): WizardGuild | undefined {
  const known = guilds.find((guild) => guild.id === id);
  if (known) return known;
  // The name and the permissions of a typed guild are unknown.
  return isTyping && isSnowflake(id) ? { id, name: `Guild ${id}`, permissions: null } : undefined;
}

function listed(guild: PanelGuild, ownId: string | null): ListedGuild {
  const { id, name, owner, memberCount, manageable } = guild;
  const ownerWords =
    owner !== null && owner.id === ownId
      ? "You own it"
      : owner !== null
        ? `Owned by ${owner.username}`
        : manageable
          ? "You can manage it"
          : null;
  const size = memberCount === null ? id : `${memberCount} ${memberCount === 1 ? "member" : "members"}`;
  return {
    id,
    name,
    detail: [ownerWords, size].filter(Boolean).join(" · "),
    mayRefuse: manageable === null,
  };
}

function textFor(guilds: readonly PanelGuild[] | undefined, isTyping: boolean, isUnlisted: boolean): string {
  const needed = "You must own the guild, or have the Manage guild permission there.";
  if (isUnlisted) return `This instance does not list an account's guilds, so enter a guild id. ${needed}`;
  if (isTyping) return `The bot becomes a member of the guild. ${needed}`;
  const which = guilds?.some(({ manageable }) => manageable === null)
    ? "your guilds, with the guilds that you own first"
    : "the guilds that you own or can manage";
  return `The bot becomes a member of the guild. The list shows ${which}.`;
}
