import "server-only";

/**
 * Instance-wide rights that the panel checks. Other servers with this API use the same bits
 * (`register.defaultRights`).
 */
export const Right = {
  /** Includes every other right. */
  OPERATOR: 1n << 0n,
  BYPASS_RATE_LIMITS: 1n << 9n,
} as const;

export function hasRight(rights: bigint, right: bigint): boolean {
  return (rights & (right | Right.OPERATOR)) !== 0n;
}
