import * as z from "zod/mini";

const answered = z.object({ location: z.string() });

/**
 * The permissions that `POST /oauth2/authorize` granted, as listed in the query of `location` in its answer.
 * @returns null if the answer does not contain them
 */
export function grantedPermissions(answer: unknown): bigint | null {
  const { data } = answered.safeParse(answer);
  if (!data || !URL.canParse(data.location, "http://instance.invalid")) return null;
  const permissions = new URL(data.location, "http://instance.invalid").searchParams.get("permissions");
  return permissions !== null && /^\d{1,20}$/.test(permissions) ? BigInt(permissions) : null;
}
