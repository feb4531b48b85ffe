import "server-only";
import { PermissionFlagsBits as Bit } from "discord-api-types/v10";

/** The largest permission set: unsigned 64 bits. */
export const ALL_PERMISSIONS = 2n ** 64n - 1n;

/** The permissions of @everyone in a new guild: participating, but no management. */
export const DEFAULT_EVERYONE_PERMISSIONS =
  Bit.ViewChannel |
  Bit.CreateInstantInvite |
  Bit.ChangeNickname |
  Bit.SendMessages |
  Bit.SendMessagesInThreads |
  Bit.CreatePublicThreads |
  Bit.CreatePrivateThreads |
  Bit.EmbedLinks |
  Bit.AttachFiles |
  Bit.AddReactions |
  Bit.UseExternalEmojis |
  Bit.UseExternalStickers |
  Bit.ReadMessageHistory |
  Bit.SendVoiceMessages |
  Bit.UseApplicationCommands |
  Bit.Connect |
  Bit.Speak |
  Bit.Stream |
  Bit.UseSoundboard |
  Bit.UseVAD |
  Bit.RequestToSpeak;

/**
 * A member's permissions in a guild: all for the owner and for Administrator, otherwise the union of its roles.
 */
export function effectivePermissions(member: { owner: boolean; roles: readonly bigint[] }): bigint {
  if (member.owner) return ALL_PERMISSIONS;
  const union = member.roles.reduce((all, role) => all | role, 0n);
  return (union & Bit.Administrator) === Bit.Administrator ? ALL_PERMISSIONS : union;
}

/** Whether someone with these effective permissions may add a bot to the guild (docs/instance-api.md). */
export function mayManageGuild(effective: bigint): boolean {
  return (effective & (Bit.ManageGuild | Bit.Administrator)) !== 0n;
}
