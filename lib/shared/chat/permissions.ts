import { PermissionFlagsBits } from "discord-api-types/payloads/v10";

export interface Permission {
  /** The name of the flag in client libraries of this API family. */
  name: keyof typeof PermissionFlagsBits;
  bit: bigint;
  label: string;
  help: string;
  /** Whether a member with this permission can take over or damage the guild. */
  powerful?: true;
}

interface PermissionGroup {
  title: string;
  permissions: readonly Permission[];
}

type Entry = [name: keyof typeof PermissionFlagsBits, label: string, help: string, powerful?: true];

const group = (title: string, entries: readonly Entry[]): PermissionGroup => ({
  title,
  permissions: entries.map(([name, label, help, powerful]) => ({
    name,
    bit: PermissionFlagsBits[name],
    label,
    help,
    ...(powerful && { powerful }),
  })),
});

export const permissionGroups: readonly PermissionGroup[] = [
  group("Whole guild", [
    [
      "Administrator",
      "Administrator",
      "Every permission in every channel, regardless of channel settings.",
      true,
    ],
    ["ManageGuild", "Manage guild", "Rename the guild, change its settings and add bots.", true],
    ["ManageRoles", "Manage roles", "Create, edit and assign roles below its highest role.", true],
    ["ManageChannels", "Manage channels", "Create, edit and delete channels.", true],
    ["ManageWebhooks", "Manage webhooks", "Create, edit and delete webhooks.", true],
    [
      "ManageGuildExpressions",
      "Manage emojis and stickers",
      "Edit and delete other members' emojis, stickers and sounds.",
    ],
    ["CreateGuildExpressions", "Create emojis and stickers", "Add emojis, stickers and sounds."],
    ["ManageEvents", "Manage events", "Edit and cancel other members' scheduled events."],
    ["CreateEvents", "Create events", "Schedule events."],
    ["ViewAuditLog", "View audit log", "See who changed what in the guild."],
    ["ViewGuildInsights", "View insights", "Read the guild's statistics."],
    ["CreateInstantInvite", "Create invites", "Create links that let people join."],
    ["ChangeNickname", "Change own nickname", "Use a different name in this guild."],
    ["ManageNicknames", "Manage nicknames", "Change other members' nicknames."],
  ]),
  group("Moderation", [
    ["KickMembers", "Kick members", "Remove members, who can return with an invite.", true],
    ["BanMembers", "Ban members", "Remove members permanently.", true],
    ["ModerateMembers", "Time members out", "Stop members from writing and speaking for a while.", true],
    ["ManageMessages", "Manage messages", "Delete other members' messages.", true],
    ["ManageThreads", "Manage threads", "Rename, close and delete other members' threads."],
    ["PinMessages", "Pin messages", "Pin and unpin messages in a channel."],
    ["MentionEveryone", "Mention everyone", "Notify all members with one message.", true],
    ["BypassSlowmode", "Ignore slow mode", "Send messages without waiting between them."],
  ]),
  group("Text channels", [
    ["ViewChannel", "View channels", "See channels and read their messages."],
    ["SendMessages", "Send messages", "Write in text channels."],
    ["SendMessagesInThreads", "Send messages in threads", "Write in threads."],
    ["CreatePublicThreads", "Create public threads", "Start threads that everybody in the channel can see."],
    ["CreatePrivateThreads", "Create private threads", "Start threads by invitation."],
    ["ReadMessageHistory", "Read message history", "Read messages sent before it joined."],
    ["EmbedLinks", "Embed links", "Show a preview of links that it posts."],
    ["AttachFiles", "Attach files", "Post files and pictures."],
    ["AddReactions", "Add reactions", "React to messages with new emojis."],
    ["UseExternalEmojis", "Use external emojis", "Use emojis of other guilds."],
    ["UseExternalStickers", "Use external stickers", "Use stickers of other guilds."],
    ["SendTTSMessages", "Send text-to-speech messages", "Post messages that clients read out loud."],
    ["SendVoiceMessages", "Send voice messages", "Post voice recordings."],
    ["SendPolls", "Create polls", "Ask members to vote."],
    ["UseApplicationCommands", "Use commands", "Run slash commands of applications."],
    ["UseExternalApps", "Use external applications", "Run applications that are not installed in the guild."],
  ]),
  group("Voice channels", [
    ["Connect", "Connect", "Join voice channels."],
    ["Speak", "Speak", "Be heard in voice channels."],
    ["Stream", "Video", "Share camera or screen."],
    ["UseVAD", "Voice activity", "Be heard without push-to-talk."],
    ["PrioritySpeaker", "Priority speaker", "Speak louder than other members."],
    ["RequestToSpeak", "Request to speak", "Ask to speak in stage channels."],
    ["MuteMembers", "Mute members", "Mute others in a voice channel for everybody."],
    ["DeafenMembers", "Deafen members", "Stop others from hearing a voice channel."],
    ["MoveMembers", "Move members", "Move others between voice channels, or disconnect them."],
    ["SetVoiceChannelStatus", "Set channel status", "Set the text that describes a voice channel."],
    ["UseSoundboard", "Use soundboard", "Play the guild's sounds."],
    ["UseExternalSounds", "Use external sounds", "Play sounds of other guilds."],
    ["UseEmbeddedActivities", "Use activities", "Start activities in voice channels."],
  ]),
];

const all = permissionGroups.flatMap((entry) => entry.permissions);

/** A bit without a name is labeled with its number. */
export function permissionsIn(set: bigint): Pick<Permission, "bit" | "label" | "powerful">[] {
  const named = all.filter((permission) => (set & permission.bit) !== 0n);
  const rest = named.reduce((unnamed, permission) => unnamed & ~permission.bit, set);
  const unnamed = [...rest.toString(2)]
    .reverse()
    .flatMap((digit, bit) => (digit === "1" ? [{ bit: 1n << BigInt(bit), label: `Bit ${bit}` }] : []));
  return [...named, ...unnamed];
}

export const permissionLabels = (set: bigint): string[] => permissionsIn(set).map(({ label }) => label);

const setOf = (...names: Permission["name"][]) =>
  names.reduce((set, name) => set | PermissionFlagsBits[name], 0n);

/** Permissions with which a member can take over a guild. */
export const takeover = setOf("Administrator", "ManageGuild");

export const permissionPresets: readonly { title: string; set: bigint }[] = [
  { title: "None", set: 0n },
  {
    title: "Read and reply",
    set: setOf(
      "ViewChannel",
      "SendMessages",
      "SendMessagesInThreads",
      "ReadMessageHistory",
      "EmbedLinks",
      "AddReactions",
    ),
  },
  {
    title: "Moderator",
    set: setOf(
      "ViewChannel",
      "SendMessages",
      "ReadMessageHistory",
      "EmbedLinks",
      "ManageMessages",
      "ManageThreads",
      "KickMembers",
      "BanMembers",
      "ModerateMembers",
    ),
  },
  { title: "Administrator", set: setOf("Administrator") },
];

export const mayGrant = (held: bigint, bit: bigint): boolean =>
  (held & PermissionFlagsBits.Administrator) !== 0n || (held & bit) === bit;
