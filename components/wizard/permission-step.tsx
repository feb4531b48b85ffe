"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Callout } from "@/components/ui/callout";
import { mayGrant, permissionGroups } from "@/lib/directory/permissions";
import type { PanelGuild } from "@/lib/directory/types";
import { authorizeBot } from "@/lib/queries/authorize-bot";
import { failureOf } from "./failure";
import { PermissionPicker } from "./permission-picker";
import { StepFrame } from "./step-frame";
import type { WizardApplication } from "./use-create-application";

const administrator = 8n;

export function PermissionStep({
  application,
  guild,
  onDone,
  onBack,
}: {
  application: WizardApplication;
  guild: PanelGuild;
  onDone: (granted: bigint) => void;
  onBack: () => void;
}) {
  const [permissions, setPermissions] = useState(0n);
  const held = BigInt(guild.permissions);
  const authorize = useMutation({
    mutationFn: () => authorizeBot({ applicationId: application.id, guildId: guild.id, permissions }),
    onSuccess: ({ granted }) => onDone(granted),
  });
  const limited = permissionGroups.some((group) => group.permissions.some(({ bit }) => !mayGrant(held, bit)));

  return (
    <StepFrame
      title={`Choose what ${application.name} may do in ${guild.name}`}
      text="They go to a role of the bot's own. Fewer are safer; they can be changed by authorizing the bot again."
      action={`Add bot to ${guild.name}`}
      busy={authorize.isPending}
      onSubmit={() => authorize.mutate()}
      onBack={onBack}
      failure={failureOf(authorize.error, "The bot was not added")}
    >
      {limited ? (
        <p className="text-sm text-muted-foreground">
          Permissions that you do not have in this guild cannot be handed out, and are greyed.
        </p>
      ) : null}
      <PermissionPicker value={permissions} held={held} onChange={setPermissions} />
      {(permissions & administrator) !== 0n ? (
        <Callout tone="warning" title="An administrator can do everything">
          Whoever gets hold of the bot&apos;s token can delete channels, ban members and read every channel.
        </Callout>
      ) : null}
    </StepFrame>
  );
}
