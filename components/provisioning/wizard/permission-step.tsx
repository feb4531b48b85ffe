"use client";

import { useState } from "react";
import { useMutation } from "@tanstack/react-query";
import { mayGrant, permissionGroups } from "@/lib/shared/chat/permissions";
import type { Authorized } from "@/lib/shared/contract/bots";
import { failureOf } from "../account/failure";
import { useInstance } from "../account/instance-provider";
import { ADMINISTRATOR, AdministratorNote } from "../permission-notes";
import { authorizeBot } from "../queries/bots";
import type { WizardGuild } from "./guild-step";
import { PermissionPicker } from "./permission-picker";
import { StepFrame } from "./step-frame";
import type { WizardApplication } from "./use-create-application";

interface PermissionStepProps {
  application: WizardApplication;
  guild: WizardGuild;
  onDone: (outcome: { requested: bigint; result: Authorized }) => void;
  onBack: () => void;
}

export function PermissionStep({ application, guild, onDone, onBack }: PermissionStepProps) {
  const [permissions, setPermissions] = useState(0n);
  const { lacks } = useInstance();
  // If the operator's permissions are unknown, all permissions can be chosen. The instance refuses those that
  // the operator may not grant.
  const held = guild.permissions === null ? ADMINISTRATOR : BigInt(guild.permissions);
  const authorize = useMutation({
    mutationFn: () => authorizeBot(application.id, guild.id, permissions),
    onSuccess: (result) => onDone({ requested: permissions, result }),
  });
  const failure = failureOf(authorize.error, "The bot was not added", "The bot may have been added");
  /** Whether authorizing the bot again replaces its permissions. */
  const isReplacing = lacks("botMembership") === null;
  const later = isReplacing
    ? "You can change this later by authorizing the bot again."
    : "To change this later, edit the bot's role in the guild. Authorizing the bot again may have no effect.";
  const limited = permissionGroups.some((group) => group.permissions.some(({ bit }) => !mayGrant(held, bit)));

  return (
    <StepFrame
      title={`Choose the permissions of ${application.name} in ${guild.name}`}
      text={`The bot gets a role with these permissions. Grant only what the bot needs. ${later}`}
      action={`Add bot to ${guild.name}${permissions === 0n ? " without permissions" : ""}`}
      busy={authorize.isPending}
      onSubmit={() => authorize.mutate()}
      onBack={onBack}
      failure={failure}
    >
      {limited ? (
        <p className="text-sm text-muted-foreground">
          You can only grant permissions that you have in this guild. The others are grayed out.
        </p>
      ) : null}
      <PermissionPicker value={permissions} held={held} onChange={setPermissions} />
      {permissions === 0n ? (
        <p className="text-sm text-muted-foreground">
          Without permissions, the bot can do what every member can do.
          {isReplacing ? null : " The instance may still create an empty role for it."}
        </p>
      ) : null}
      <AdministratorNote requested={permissions} />
    </StepFrame>
  );
}
