/** Manage Guild or Administrator. */
const MANAGING = 0x20n | 0x8n;

/** Whether somebody with these effective permissions, in decimal, may manage the guild and add bots to it. */
export const mayManage = (permissions: string): boolean => (BigInt(permissions) & MANAGING) !== 0n;
