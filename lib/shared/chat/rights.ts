import { type BitGroup, bitsOf, hasBit, type NamedBit, unnamedBits } from "./bits";

/*
 * The named bits of `register.defaultRights`. Rights are instance-wide, unlike permissions, which hold within a guild.
 * Bits and names are those of this API family; bits without a name here are kept as they are.
 */

const right = (bit: number, name: string, label: string, help: string): NamedBit => ({
  bit,
  name,
  label,
  help,
});
const dangerous = (...args: Parameters<typeof right>): NamedBit => ({ ...right(...args), dangerous: true });

export const rightGroups: readonly BitGroup[] = [
  {
    title: "Running the instance",
    bits: [
      dangerous(0, "OPERATOR", "Operator", "Everything, with no exception."),
      dangerous(
        1,
        "MANAGE_APPLICATIONS",
        "Manage all applications",
        "Change and delete the applications of others.",
      ),
      dangerous(
        2,
        "MANAGE_GUILDS",
        "Manage all guilds",
        "Manage every guild and enter any of them without an invite.",
      ),
      dangerous(
        3,
        "MANAGE_MESSAGES",
        "Manage all messages",
        "Edit and delete the messages of others wherever they can be read.",
      ),
      dangerous(4, "MANAGE_RATE_LIMITS", "Manage rate limits", "Set the rate limits of other users."),
      dangerous(
        5,
        "MANAGE_ROUTING",
        "Manage message routing",
        "Redirect messages between channels and guilds by rules.",
      ),
      dangerous(
        6,
        "MANAGE_TICKETS",
        "Manage support tickets",
        "Answer and close the support tickets of others.",
      ),
      dangerous(7, "MANAGE_USERS", "Manage users", "Create, change, ban and delete accounts."),
      dangerous(9, "BYPASS_RATE_LIMITS", "Exempt from rate limits", "Send any number of requests."),
      dangerous(
        37,
        "MANAGE_GUILD_DIRECTORY",
        "Manage the guild directory",
        "Change every entry of the instance's guild directory.",
      ),
      dangerous(
        42,
        "SEND_BACKDATED_EVENTS",
        "Send backdated events",
        "Send events with a date in the past, which can falsify history.",
      ),
      dangerous(
        46,
        "EDIT_FLAGS",
        "Change the flags of others",
        "Give other accounts badges and marks, or take them away.",
      ),
      dangerous(47, "MANAGE_GROUPS", "Manage all groups", "Manage the groups of others."),
      right(48, "VIEW_SERVER_STATS", "View statistics", "Read the counts of users, guilds and messages."),
      dangerous(
        50,
        "CREATE_REGISTRATION_TOKENS",
        "Create registration tokens",
        "Make tokens that let others register although registration is restricted.",
      ),
    ],
  },
  {
    title: "Guilds and members",
    bits: [
      right(14, "CREATE_GUILDS", "Create guilds", "Found guilds of one's own."),
      right(19, "JOIN_GUILDS", "Join guilds", "Enter guilds by invite or vanity link."),
      right(8, "ADD_MEMBERS", "Add members", "Put other users into one's guilds without asking them."),
      right(
        33,
        "KICK_BAN_MEMBERS",
        "Kick and ban members",
        "Remove members where the guild's permissions allow it.",
      ),
      right(34, "SELF_LEAVE_GROUPS", "Leave guilds and groups", "Leave what one has joined by oneself."),
      right(
        11,
        "CREATE_CHANNELS",
        "Create channels",
        "Make channels and threads where the guild's permissions allow it.",
      ),
      right(
        16,
        "CREATE_ROLES",
        "Create roles",
        "Make roles and permission overwrites where the guild's permissions allow it.",
      ),
      right(17, "CREATE_TEMPLATES", "Create templates", "Turn guilds into templates for others."),
      right(
        18,
        "CREATE_WEBHOOKS",
        "Create webhooks",
        "Make webhooks where the guild's permissions allow it.",
      ),
      right(
        36,
        "SELF_ADD_DISCOVERABLE",
        "List guilds in discovery",
        "Mark guilds that one manages as discoverable.",
      ),
    ],
  },
  {
    title: "Invites",
    bits: [
      right(15, "CREATE_INVITES", "Create invites", "Make invites that many people can use."),
      right(29, "INVITE_USERS", "Invite single users", "Make invites for one person each."),
      right(43, "USE_MASS_INVITES", "Use shared invites", "Accept invites that many people can use."),
      right(
        44,
        "ACCEPT_INVITES",
        "Accept personal invites",
        "Accept invites for oneself and requests for direct messages.",
      ),
    ],
  },
  {
    title: "Messages",
    bits: [
      right(25, "SEND_MESSAGES", "Send messages", "Write in channels where their permissions allow it."),
      right(23, "SELF_EDIT_MESSAGES", "Edit own messages", "Change what one has written."),
      right(22, "SELF_DELETE_MESSAGES", "Delete own messages", "Remove what one has written."),
      right(
        21,
        "SELF_ADD_REACTIONS",
        "React to messages",
        "Add reactions where a channel's permissions allow it.",
      ),
      right(20, "PIN_MESSAGES", "Pin messages", "Pin and unpin where a channel's permissions allow it."),
      right(12, "CREATE_DMS", "Start direct messages", "Write to single users."),
      right(
        13,
        "CREATE_DM_GROUPS",
        "Start group messages",
        "Open conversations of several users outside a guild.",
      ),
      right(38, "POGGERS", "Send effects", "Send confetti, screen shake and mentions of somebody at random."),
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
      right(
        10,
        "CREATE_APPLICATIONS",
        "Create applications",
        "Make applications of one's own, and their bots.",
      ),
      right(
        40,
        "INITIATE_INTERACTIONS",
        "Start interactions",
        "Use the commands and buttons of applications.",
      ),
      right(
        41,
        "RESPOND_TO_INTERACTIONS",
        "Answer interactions",
        "Answer commands and buttons, as applications do.",
      ),
    ],
  },
  {
    title: "Own account",
    bits: [
      right(24, "SELF_EDIT_NAME", "Change own name", "Change one's user name, nickname and avatar."),
      right(30, "SELF_DELETE_DISABLE", "Delete own account", "Disable or delete one's account."),
      right(
        35,
        "PRESENCE",
        "Presence",
        "Turn around whether one's online state is shown to others by default.",
      ),
      dangerous(45, "SELF_EDIT_FLAGS", "Change own flags", "Give oneself badges and marks."),
      right(
        49,
        "RESEND_VERIFICATION_EMAIL",
        "Ask for another verification e-mail",
        "Have the verification e-mail sent again.",
      ),
      right(31, "DEBTABLE", "Use paid features", "Buy features that cost money."),
      right(32, "CREDITABLE", "Earn money", "Receive money from paid features."),
    ],
  },
];

/** All named rights by bit. */
export const rights: ReadonlyMap<number, NamedBit> = new Map(
  rightGroups.flatMap((group) => group.bits.map((one) => [one.bit, one] as const)),
);

/** The named rights in a decimal set, and its bits without a name. Empty for an invalid set. */
export function decodeRights(text: string): { named: NamedBit[]; unnamed: number[] } {
  const bits = bitsOf(text) ?? 0n;
  const named = [...rights.values()].filter(({ bit }) => hasBit(bits, bit));
  return { named, unnamed: unnamedBits(bits, rightGroups) };
}
