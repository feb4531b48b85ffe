"use client";

import { useQuery } from "@tanstack/react-query";
import { Link } from "@/components/ui/link";
import { useState } from "react";
import { Button, buttonVariants } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import type { PanelGuild } from "@/lib/shared/contract/provisioning";
import { manageableGuildsQuery } from "../queries/guilds";
import { GuildList, type ListedGuild } from "./guild-list";
import { StepFrame } from "./step-frame";
import type { WizardGuild } from "./wizard-guild";

export interface GuildStepProps {
  chosen: WizardGuild | undefined;
  onDone: (guild: WizardGuild) => void;
  onBack: () => void;
}

/** Chooses a guild of the panel's own directory. */
export function GuildStep({ chosen, onDone, onBack }: GuildStepProps) {
  const guilds = useQuery(manageableGuildsQuery());
  const [id, setId] = useState(chosen?.id ?? "");
  const manageable = guilds.data;
  const guild = manageable?.find((candidate) => candidate.id === id);

  return (
    <StepFrame
      title="Choose a guild"
      text="The bot becomes a member of it. You see the guilds that you own or may manage."
      action="Choose permissions"
      disabled={!guild}
      onSubmit={() => guild && onDone(guild)}
      onBack={onBack}
    >
      {guilds.isPending ? <LoadingGuilds /> : null}
      {guilds.isError ? (
        <ErrorState
          title="The guilds could not be loaded"
          unchanged="The application and its bot are safe."
          advice={guilds.error.message}
          actions={<Button onClick={() => void guilds.refetch()}>Load again</Button>}
        />
      ) : null}
      {manageable?.length === 0 ? (
        <EmptyState
          title="No guild that you may manage"
          text="Create one, or ask the owner of a guild for the Manage guild permission."
          action={
            <Link href="/guilds" className={buttonVariants()}>
              Open guilds
            </Link>
          }
        />
      ) : null}
      {manageable && manageable.length > 0 ? (
        <GuildList guilds={manageable.map(listed)} value={id} onChange={setId} />
      ) : null}
    </StepFrame>
  );
}

export function LoadingGuilds() {
  return (
    <div className="flex flex-col gap-2" role="status" aria-label="Loading guilds">
      <Skeleton className="h-14" />
      <Skeleton className="h-14" />
    </div>
  );
}

const listed = ({ id, name, memberCount, owner }: PanelGuild): ListedGuild => ({
  id,
  name,
  detail: `${memberCount} ${memberCount === 1 ? "member" : "members"}, owned by ${owner.username}`,
});
