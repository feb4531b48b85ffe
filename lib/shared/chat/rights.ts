import { type BitGroup, bitsOf, hasBit, type NamedBit, unnamedBits } from "./bits";
import { strongRights } from "./strong-rights";

/*
 * The named bits of `register.defaultRights`, as defined by this API family. A right applies to the whole instance, a
 * permission to one guild. The panel preserves bits without a name.
 */

const right = (bit: number, name: string, label: string, help: string): NamedBit => ({
  bit,
  name,
  label,
  help,
  ...(name in strongRights && { dangerous: true }),
});

export const rightGroups: readonly BitGroup[] = [
  {
    title: "Running the instance",
    bits: [
      right(0, "OPERATOR", "Operator", "Everything, without exception."),
      right(
        1,
        "MANAGE_APPLICATIONS",
        "Manage all applications",
        "Edit and delete other users' applications.",
      ),
      right(
        2,
        "MANAGE_GUILDS",
        "Manage all guilds",
        "Manage every guild, and join any guild without an invite.",
      ),
      right(
        3,
        "MANAGE_MESSAGES",
        "Manage all messages",
        "Edit and delete other users' messages in every channel they can read.",
      ),
      right(4, "MANAGE_RATE_LIMITS", "Manage rate limits", "Change the rate limits of other users."),
      right(
        5,
        "MANAGE_ROUTING",
        "Manage message routing",
        "Set rules that redirect messages between channels and guilds.",
      ),
      right(6, "MANAGE_TICKETS", "Manage support tickets", "Answer and close other users' support tickets."),
      right(7, "MANAGE_USERS", "Manage users", "Create, edit, ban and delete accounts."),
      right(9, "BYPASS_RATE_LIMITS", "Exempt from rate limits", "Send any number of requests."),
      right(
        37,
        "MANAGE_GUILD_DIRECTORY",
        "Manage the guild directory",
        "Edit every entry of the instance's guild directory.",
      ),
      right(
        42,
        "SEND_BACKDATED_EVENTS",
        "Send backdated events",
        "Send events dated in the past, which can falsify history.",
      ),
      right(
        46,
        "EDIT_FLAGS",
        "Change others' flags",
        "Give badges and flags to other accounts, or remove them.",
      ),
      right(47, "MANAGE_GROUPS", "Manage all groups", "Manage other users' groups."),
      right(48, "VIEW_SERVER_STATS", "View statistics", "Read the counts of users, guilds and messages."),
      right(
        50,
        "CREATE_REGISTRATION_TOKENS",
        "Create registration tokens",
        "Create tokens that let others register while registration is restricted.",
      ),
    ],
  },
  {
    title: "Guilds and members",
    bits: [
      right(14, "CREATE_GUILDS", "Create guilds", "Create and own new guilds."),
      right(19, "JOIN_GUILDS", "Join guilds", "Join guilds by invite or vanity link."),
      right(
        8,
        "ADD_MEMBERS",
        "Add members",
        "Add other users to guilds that the account owns, without asking them.",
      ),
      right(
        33,
        "KICK_BAN_MEMBERS",
        "Kick and ban members",
        "Remove members where the guild's permissions allow it.",
      ),
      right(34, "SELF_LEAVE_GROUPS", "Leave guilds and groups", "Leave guilds and groups on their own."),
      right(
        11,
        "CREATE_CHANNELS",
        "Create channels",
        "Create channels and threads where the guild's permissions allow it.",
      ),
      right(
        16,
        "CREATE_ROLES",
        "Create roles",
        "Create roles and permission overwrites where the guild's permissions allow it.",
      ),
      right(17, "CREATE_TEMPLATES", "Create templates", "Turn guilds into templates that others can use."),
      right(
        18,
        "CREATE_WEBHOOKS",
        "Create webhooks",
        "Create webhooks where the guild's permissions allow it.",
      ),
      right(
        36,
        "SELF_ADD_DISCOVERABLE",
        "List guilds in discovery",
        "Make guilds that they manage discoverable.",
      ),
    ],
  },
  {
    title: "Invites",
    bits: [
      right(15, "CREATE_INVITES", "Create invites", "Create invites that many people can use."),
      right(
        29,
        "INVITE_USERS",
        "Invite single users",
        "Create invites that only one chosen user can accept.",
      ),
      right(43, "USE_MASS_INVITES", "Use shared invites", "Accept invites that many people can use."),
      right(
        44,
        "ACCEPT_INVITES",
        "Accept personal invites",
        "Accept personal invites and direct message requests.",
      ),
    ],
  },
  {
    title: "Messages",
    bits: [
      right(25, "SEND_MESSAGES", "Send messages", "Write in channels where their permissions allow it."),
      right(23, "SELF_EDIT_MESSAGES", "Edit own messages", "Edit messages after sending them."),
      right(22, "SELF_DELETE_MESSAGES", "Delete own messages", "Delete messages after sending them."),
      right(
        21,
        "SELF_ADD_REACTIONS",
        "React to messages",
        "Add reactions where a channel's permissions allow it.",
      ),
      right(20, "PIN_MESSAGES", "Pin messages", "Pin and unpin where a channel's permissions allow it."),
      right(12, "CREATE_DMS", "Start direct messages", "Write to single users."),
      right(13, "CREATE_DM_GROUPS", "Start group messages", "Start group conversations outside a guild."),
      right(38, "POGGERS", "Send effects", "Send confetti, screen shake and random mentions."),
    ],
  },
  {
    title: "Voice and activities",
    bits: [
      right(28, "USE_VOICE", "Use voice", "Speak in calls where a channel's permissions allow it."),
      right(27, "USE_VIDEO", "Use video", "Share camera and screen where a channel's permissions allow it."),
      right(
        26,
        "USE_ACTIVITIES",
        "Use activities",
        "Start shared activities in a call, such as watching together.",
      ),
      right(39, "USE_ACHIEVEMENTS", "Use achievements", "Earn achievements and cheer."),
    ],
  },
  {
    title: "Applications",
    bits: [
      right(10, "CREATE_APPLICATIONS", "Create applications", "Create and own applications and their bots."),
      right(
        40,
        "INITIATE_INTERACTIONS",
        "Start interactions",
        "Use the commands and buttons of applications.",
      ),
      right(
        41,
        "RESPOND_TO_INTERACTIONS",
        "Respond to interactions",
        "Answer commands and buttons as an application does.",
      ),
    ],
  },
  {
    title: "Own account",
    bits: [
      right(24, "SELF_EDIT_NAME", "Change own name", "Change username, nickname and avatar."),
      right(30, "SELF_DELETE_DISABLE", "Delete own account", "Disable or delete the account."),
      right(
        35,
        "PRESENCE",
        "Presence",
        "Sets whether others can see the account's online status by default.",
      ),
      right(45, "SELF_EDIT_FLAGS", "Change own flags", "Give badges and flags to their own account."),
      right(
        49,
        "RESEND_VERIFICATION_EMAIL",
        "Request another verification email",
        "Have the verification email sent again.",
      ),
      right(31, "DEBTABLE", "Use paid features", "Buy features that cost money."),
      right(32, "CREDITABLE", "Earn money", "Receive money from paid features."),
    ],
  },
];

export const rights: ReadonlyMap<number, NamedBit> = new Map(
  rightGroups.flatMap((group) => group.bits.map((one) => [one.bit, one] as const)),
);

/** Both lists are empty if the text is invalid. */
export function decodeRights(text: string): { named: NamedBit[]; unnamed: number[] } {
  const bits = bitsOf(text) ?? 0n;
  const named = [...rights.values()].filter(({ bit }) => hasBit(bits, bit));
  return { named, unnamed: unnamedBits(bits, rightGroups) };
}
