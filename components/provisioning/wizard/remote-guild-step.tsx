"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useInstance } from "../account/instance-provider";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import type { InstanceGuild } from "@/lib/shared/chat/instance-guild";
import { isSnowflake } from "@/lib/shared/chat/snowflake";
import { instanceGuildsQuery } from "../queries/instance-guilds";
import { GuildList, type ListedGuild } from "./guild-list";
import { type GuildStepProps, LoadingGuilds } from "./guild-step";
import { SnowflakeInput } from "./snowflake-input";
import { StepFrame } from "./step-frame";
import { TextButton } from "./text-button";
import { guildById, type WizardGuild } from "./wizard-guild";

const listed = ({ id, name, isOwner, permissions }: InstanceGuild): ListedGuild => ({
  id,
  name,
  detail: `${isOwner ? "You own it" : permissions === null ? "The instance decides whether you may add bots" : "You may manage it"} · ${id}`,
});

/** Chooses a guild of the upstream instance: from the account's list if the instance provides one, otherwise by id. */
export function RemoteGuildStep(props: GuildStepProps) {
  const { access, connected } = useInstance();
  const guilds = useQuery(instanceGuildsQuery(access, connected?.number ?? 0, connected?.account.id ?? null));
  const [id, setId] = useState(props.chosen?.id ?? "");
  const [isTyping, setTyping] = useState(false);
  const isListed = guilds.data !== undefined && guilds.data !== null && guilds.data.length > 0;
  const isTyped = isTyping || (guilds.isSuccess && !isListed);
  const guild = chosenGuild(id.trim(), guilds.data ?? [], isTyped);

  return (
    <StepFrame
      title="Choose a guild"
      text={textFor(guilds.data, isTyped)}
      action="Choose permissions"
      disabled={!guild}
      onSubmit={() => guild && props.onDone(guild)}
      onBack={props.onBack}
    >
      {isTyped ? <SnowflakeInput label="Guild id" value={id} onChange={setId} /> : null}
      {guilds.isPending && !isTyped ? <LoadingGuilds /> : null}
      {guilds.isError && !isTyped ? (
        <ErrorState
          title="The guilds could not be loaded"
          unchanged="The application and its bot are safe."
          advice={guilds.error.message}
          actions={
            <Button busy={guilds.isFetching} onClick={() => void guilds.refetch()}>
              Load again
            </Button>
          }
        />
      ) : null}
      {isListed && !isTyped ? (
        <GuildList guilds={guilds.data?.map(listed) ?? []} value={id} onChange={setId} />
      ) : null}
      {isListed || guilds.isError ? (
        <p className="text-sm text-muted-foreground">
          <TextButton onClick={() => setTyping(!isTyping)}>
            {isTyping ? "Choose from the list" : "Enter a guild's id instead"}
          </TextButton>
        </p>
      ) : null}
    </StepFrame>
  );
}

function chosenGuild(
  id: string,
  guilds: readonly InstanceGuild[],
  isTyped: boolean,
): WizardGuild | undefined {
  const known = guilds.find((guild) => guild.id === id);
  if (known) return known;
  return isTyped && isSnowflake(id) ? guildById(id) : undefined;
}

function textFor(guilds: InstanceGuild[] | null | undefined, isTyped: boolean): string {
  const owned = "The account must own the guild, or have the Manage guild permission there.";
  if (guilds === null)
    return `This instance does not list an account's guilds, so enter a guild id. ${owned}`;
  if (guilds?.length === 0)
    return `The instance lists no guild that this account owns or may manage. If you know one, enter its id. ${owned}`;
  if (isTyped) return `The bot becomes a member of it. ${owned}`;
  return "The bot becomes a member of it. Listed are the guilds that the account owns or may manage.";
}
