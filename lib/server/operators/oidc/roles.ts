import "server-only";
import { type Role, roles } from "@/lib/shared/role";

/** Maps a value of the claim to a role. The value `*` matches everybody at the provider. */
export interface RoleRule {
  value: string;
  role: Role;
}

/** Returns the claim with this name. If no claim has the name, treats it as a path, such as `realm_access.roles`. */
function claimAt(claims: Readonly<Record<string, unknown>>, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let found: unknown = claims;
  for (const part of name.split(".")) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, part)) return undefined;
    found = Object.entries(found).find(([key]) => key === part)?.[1];
  }
  return found;
}

/** Returns the values of a claim: a list of texts, or one text that may contain several values separated by spaces. */
function valuesOf(claim: unknown): readonly string[] {
  if (typeof claim === "string") return [claim, ...claim.split(/\s+/)];
  return Array.isArray(claim) ? claim.filter((value) => typeof value === "string") : [];
}

/** Returns the highest role that a person's claims give. Null if they give no access. */
export function roleOf(
  claims: Readonly<Record<string, unknown>>,
  { roleClaim, roles: rules }: { roleClaim: string; roles: readonly RoleRule[] },
): Role | null {
  const values = valuesOf(claimAt(claims, roleClaim));
  const given = rules.filter(({ value }) => value === "*" || values.includes(value)).map(({ role }) => role);
  return roles.findLast((role) => given.includes(role)) ?? null;
}
