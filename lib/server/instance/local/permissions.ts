import "server-only";
import { PermissionFlagsBits as Bit } from "discord-api-types/v10";

export const ALL_PERMISSIONS = 2n ** 64n - 1n;

/** The permissions of @everyone in a new guild. Members may participate, but not manage anything. */
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

/** Returns a member's permissions: all for the owner and for Administrator, otherwise the union of the roles. */
export function effectivePermissions(member: { owner: boolean; roles: readonly bigint[] }): bigint {
  if (member.owner) return ALL_PERMISSIONS;
  const union = member.roles.reduce((all, role) => all | role, 0n);
  return (union & Bit.Administrator) === Bit.Administrator ? ALL_PERMISSIONS : union;
}

export function mayManageGuild(effective: bigint): boolean {
  return (effective & (Bit.ManageGuild | Bit.Administrator)) !== 0n;
}
