"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { Button, buttonVariants } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Label } from "@/components/ui/label";
import { RadioGroup, RadioGroupItem } from "@/components/ui/radio-group";
import { Skeleton } from "@/components/ui/skeleton";
import type { PanelGuild } from "@/lib/directory/types";
import { guildsQuery } from "@/lib/queries/guilds";
import { StepFrame } from "./step-frame";

export function GuildStep({
  chosen,
  onDone,
  onBack,
}: {
  chosen: PanelGuild | undefined;
  onDone: (guild: PanelGuild) => void;
  onBack: () => void;
}) {
  const guilds = useQuery(guildsQuery());
  const [id, setId] = useState(chosen?.id ?? "");
  const manageable = guilds.data?.filter((guild) => guild.manageable);
  const guild = manageable?.find((candidate) => candidate.id === id);

  return (
    <StepFrame
      title="Choose a guild"
      text="The bot becomes a member of it. Listed are the guilds that you own or may manage."
      action="Choose permissions"
      disabled={!guild}
      onSubmit={() => guild && onDone(guild)}
      onBack={onBack}
    >
      {guilds.isPending ? (
        <div className="flex flex-col gap-2" aria-busy="true" aria-label="Loading guilds">
          <Skeleton className="h-14" />
          <Skeleton className="h-14" />
        </div>
      ) : null}
      {guilds.isError ? (
        <ErrorState
          title="The guilds could not be loaded"
          unchanged="The application and its bot are kept."
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
        <RadioGroup value={id} onValueChange={setId} aria-label="Guild">
          {manageable.map((candidate) => (
            <Label
              key={candidate.id}
              className="flex cursor-pointer items-center gap-3 rounded-lg border p-3 has-data-[state=checked]:border-accent has-data-[state=checked]:bg-accent-soft"
            >
              <RadioGroupItem value={candidate.id} />
              <span className="flex min-w-0 flex-col">
                <span className="truncate font-medium">{candidate.name}</span>
                <span className="text-sm font-normal text-muted-foreground">
                  {candidate.memberCount} {candidate.memberCount === 1 ? "member" : "members"}, owned by{" "}
                  {candidate.owner.username}
                </span>
              </span>
            </Label>
          ))}
        </RadioGroup>
      ) : null}
    </StepFrame>
  );
}
