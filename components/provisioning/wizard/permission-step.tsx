"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useInstance, useInstanceAccess } from "../account/instance-provider";
import { Callout } from "@/components/ui/callout";
import { mayGrant, permissionGroups } from "@/lib/shared/chat/permissions";
import { authorizeBot } from "../queries/authorize-bot";
import { InstanceError } from "../queries/instance-error";
import { failureOf } from "./failure";
import { PermissionPicker } from "./permission-picker";
import { StepFrame } from "./step-frame";
import type { WizardApplication } from "./use-create-application";
import type { WizardGuild } from "./wizard-guild";

const administrator = 8n;
const toTry = "Another try is safe: the bot is added once, and its permissions are those of the last try.";

export function PermissionStep({
  application,
  guild,
  onDone,
  onBack,
}: {
  application: WizardApplication;
  guild: WizardGuild;
  onDone: (outcome: { requested: bigint; granted: bigint | null }) => void;
  onBack: () => void;
}) {
  const [permissions, setPermissions] = useState(0n);
  const { remote } = useInstance();
  const access = useInstanceAccess();
  // If the instance does not report the operator's permissions, do not limit the choice: the instance decides what to
  // grant.
  const held = guild.permissions === null ? administrator : BigInt(guild.permissions);
  const authorize = useMutation({
    mutationFn: () =>
      authorizeBot(access(), { applicationId: application.id, guildId: guild.id, permissions }),
    onSuccess: ({ granted }) => onDone({ requested: permissions, granted }),
  });
  const failure = failureOf(authorize.error, "The bot was not added");
  const isUnknown =
    remote !== null && authorize.error instanceof InstanceError && !authorize.error.hadNoEffect;
  const limited = permissionGroups.some((group) => group.permissions.some(({ bit }) => !mayGrant(held, bit)));

  return (
    <StepFrame
      title={`Choose what ${application.name} may do in ${guild.name}`}
      text="The bot gets its own role with these permissions. Fewer are safer, and you can change them by authorizing the bot again."
      action={`Add bot to ${guild.name}`}
      busy={authorize.isPending}
      onSubmit={() => authorize.mutate()}
      onBack={onBack}
      failure={
        failure && { ...failure, message: isUnknown ? `${failure.message} ${toTry}` : failure.message }
      }
    >
      {limited ? (
        <p className="text-sm text-muted-foreground">
          You cannot give the bot permissions that you do not have in this guild. They are grayed out.
        </p>
      ) : null}
      <PermissionPicker value={permissions} held={held} onChange={setPermissions} />
      {(permissions & administrator) !== 0n ? (
        <Callout tone="warning" title="An administrator can do everything">
          Anybody with the bot&apos;s token can delete channels, ban members and read every channel.
        </Callout>
      ) : null}
    </StepFrame>
  );
}
