/** The bits of the permissions Manage Guild and Administrator. */
const MANAGING = 0x20n | 0x8n;

/**
 * Whether a member may manage the guild and add bots to it.
 * @param permissions the member's effective permissions as a decimal number
 */
export const mayManage = (permissions: string): boolean => (BigInt(permissions) & MANAGING) !== 0n;
