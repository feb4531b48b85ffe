/**
 * Rights that almost nobody should have, and their bits. Every page loads these rights, because rules about
 * settings use them. All other rights are in `rights.ts`, so that pages need not load them.
 */
export const strongRights: Readonly<Record<string, number>> = {
  OPERATOR: 0,
  MANAGE_APPLICATIONS: 1,
  MANAGE_GUILDS: 2,
  MANAGE_MESSAGES: 3,
  MANAGE_RATE_LIMITS: 4,
  MANAGE_ROUTING: 5,
  MANAGE_TICKETS: 6,
  MANAGE_USERS: 7,
  BYPASS_RATE_LIMITS: 9,
  MANAGE_GUILD_DIRECTORY: 37,
  SEND_BACKDATED_EVENTS: 42,
  EDIT_FLAGS: 46,
  MANAGE_GROUPS: 47,
  CREATE_REGISTRATION_TOKENS: 50,
  SELF_EDIT_FLAGS: 45,
};
