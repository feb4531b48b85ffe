import "server-only";
import { type Role, roles } from "@/lib/shared/role";

/** Which role a value of the claim gives; `*` stands for everybody at the provider. */
export interface RoleRule {
  value: string;
  role: Role;
}

/** The claim with this name, or, if there is none, the value at this path: `realm_access.roles`. */
function claimAt(claims: Readonly<Record<string, unknown>>, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let found: unknown = claims;
  for (const part of name.split(".")) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, part)) return undefined;
    found = Object.entries(found).find(([key]) => key === part)?.[1];
  }
  return found;
}

/** A list of texts, or one text: a single value, or several with spaces between them. */
function valuesOf(claim: unknown): readonly string[] {
  if (typeof claim === "string") return [claim, ...claim.split(/\s+/)];
  return Array.isArray(claim) ? claim.filter((value) => typeof value === "string") : [];
}

/** The highest role that a person's claims give; null for somebody who may not come in. */
export function roleOf(
  claims: Readonly<Record<string, unknown>>,
  { roleClaim, roles: rules }: { roleClaim: string; roles: readonly RoleRule[] },
): Role | null {
  const values = valuesOf(claimAt(claims, roleClaim));
  const given = rules.filter(({ value }) => value === "*" || values.includes(value)).map(({ role }) => role);
  return roles.findLast((role) => given.includes(role)) ?? null;
}
