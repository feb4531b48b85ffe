import "server-only";
import { type Role, roles } from "@/lib/shared/role";

/** Maps a value of the claim to a role. `*` stands for everybody at the provider. */
export interface RoleRule {
  value: string;
  role: Role;
}

/** The claim with this name or, if there is none, the value at this path: `realm_access.roles`. */
function claimAt(claims: Readonly<Record<string, unknown>>, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let found: unknown = claims;
  for (const part of name.split(".")) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, part)) return undefined;
    found = Object.entries(found).find(([key]) => key === part)?.[1];
  }
  return found;
}

/** The values in a list of texts or in one text: a single value, or several separated by spaces. */
function valuesOf(claim: unknown): readonly string[] {
  if (typeof claim === "string") return [claim, ...claim.split(/\s+/)];
  return Array.isArray(claim) ? claim.filter((value) => typeof value === "string") : [];
}

/** The highest role from a person's claims; null for a person without access. */
export function roleOf(
  claims: Readonly<Record<string, unknown>>,
  { roleClaim, roles: rules }: { roleClaim: string; roles: readonly RoleRule[] },
): Role | null {
  const values = valuesOf(claimAt(claims, roleClaim));
  const given = rules.filter(({ value }) => value === "*" || values.includes(value)).map(({ role }) => role);
  return roles.findLast((role) => given.includes(role)) ?? null;
}
