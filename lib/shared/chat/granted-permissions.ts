import * as z from "zod/mini";

const answered = z.object({ location: z.string() });

/**
 * The permissions that the answer to `POST /oauth2/authorize` says were granted: they stand in the query of its `location`.
 * @returns null when it does not say
 */
export function grantedPermissions(answer: unknown): bigint | null {
  const { data } = answered.safeParse(answer);
  if (!data || !URL.canParse(data.location, "http://instance.invalid")) return null;
  const permissions = new URL(data.location, "http://instance.invalid").searchParams.get("permissions");
  return permissions !== null && /^\d{1,20}$/.test(permissions) ? BigInt(permissions) : null;
}
