import "server-only";

/**
 * Instance-wide rights that this service checks; the bit numbers are those of this API family
 * (`register.defaultRights`).
 */
export const Right = {
  /** Implies every other right. */
  OPERATOR: 1n << 0n,
  BYPASS_RATE_LIMITS: 1n << 9n,
} as const;

export function hasRight(rights: bigint, right: bigint): boolean {
  return (rights & (right | Right.OPERATOR)) !== 0n;
}
