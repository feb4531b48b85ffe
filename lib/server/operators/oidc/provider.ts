import "server-only";
import * as z from "zod";
import { RateLimiterRes } from "rate-limiter-flexible";
import type { Client, TokenSetParameters } from "openid-client";
import type { Oidc } from "@/lib/env";
import { AppError } from "@/lib/errors";
import type { Pool } from "@/lib/server/db";
import { rateCounter } from "@/lib/server/db/rate-counter";
import { addressGroup } from "@/lib/server/http/door";
import { type Role, roles } from "@/lib/shared/role";

export const grantSchema = z.object({
  refreshToken: z.string().optional(),
  accessToken: z.string().optional(),
});

/** The tokens that the panel uses to ask the provider about a person again. */
export type Grant = z.infer<typeof grantSchema>;

export type Claims = Readonly<Record<string, unknown>> & { sub: string };

/** Time limit per request to the provider (ms). */
export const PROVIDER_TIMEOUT = 5_000;
/**
 * How far the provider's clock may be ahead (ms). Checked here, because the library checks a token's
 * expiration, but not its time of issue.
 */
const CLOCK_TOLERANCE = 5 * 60_000;
const DISCOVERY_LASTS = 10 * 60_000;

interface Known {
  at: number;
  client: Promise<Client>;
}

export const wellKnownOf = ({ issuer }: Oidc) => `${issuer}/.well-known/openid-configuration`;

/** Loads the library at the first sign-in with the provider, because startup does not need it. */
const library = () => import("openid-client");

/** How many sign-ins with the provider an IP address may start or complete per minute. */
export const SIGN_IN_STEPS = 120;

async function discover(oidc: Oidc): Promise<Client> {
  const { custom, Issuer } = await library();
  custom.setHttpOptionsDefaults({ timeout: PROVIDER_TIMEOUT });
  const issuer = await Issuer.discover(wellKnownOf(oidc));
  return new issuer.Client({ client_id: oidc.clientId, client_secret: oidc.clientSecret });
}

/** Leaves out what is no text, because the library does not look at the types of tokens. */
export const grantOf = ({
  refresh_token,
  access_token,
}: Pick<TokenSetParameters, "refresh_token" | "access_token">): Grant => ({
  ...(typeof refresh_token === "string" && { refreshToken: refresh_token }),
  ...(typeof access_token === "string" && { accessToken: access_token }),
});

/** Errors that mean that the grant is no longer valid. Any other error means that the provider failed. */
const REFUSED = /^(?:invalid_grant|invalid_token|access_denied|expected 200 OK, got: 40[13])/;

export type Provider = ReturnType<typeof createProvider>;

/** @param oidc null if the panel has no OpenID Connect provider */
export function createProvider({ oidc, pool }: { oidc: Oidc | null; pool: Pool | null }) {
  let known: Known | undefined;
  const rate = { keyPrefix: "oidc-sign-in", points: SIGN_IN_STEPS, duration: 60 };
  const steps = rateCounter(pool, rate, { countsAlone: true });

  async function clientOf(provider: Oidc): Promise<Client> {
    const now = performance.now();
    if (known && now - known.at < DISCOVERY_LASTS) return known.client;
    const client = discover(provider);
    known = { at: now, client };
    client.catch(() => (known = undefined));
    return client;
  }

  /** @throws Error if the issuer in the provider's metadata is not OIDC_ISSUER */
  function requireConfigured(client: Client): void {
    const issuer = client.issuer.metadata.issuer;
    if (oidc === null || issuer.replace(/\/+$/, "") !== oidc.issuer)
      throw new Error(`The provider's document names another issuer than OIDC_ISSUER: ${issuer}`);
  }

  /**
   * @param received the tokens that the provider has sent, for a sign-in or for a stored grant
   * @throws Error if the ID token and the userinfo endpoint describe different people
   */
  async function claimsOf(client: Client, received: TokenSetParameters): Promise<Claims> {
    const { TokenSet } = await library();
    const tokens = new TokenSet(received);
    requireConfigured(client);
    if (tokens.id_token !== undefined && tokens.claims().iat * 1000 > Date.now() + CLOCK_TOLERANCE)
      throw new Error("The ID token comes from a clock that is ahead of the panel's.");
    const asks = client.issuer.metadata.userinfo_endpoint !== undefined && tokens.access_token !== undefined;
    const claims = {
      ...(tokens.id_token !== undefined && tokens.claims()),
      ...(asks && (await client.userinfo(tokens))),
    };
    const { sub }: { sub?: unknown } = claims;
    // The library compares the subjects, but also accepts numbers and objects.
    if (typeof sub !== "string" || sub === "") throw new Error("The provider does not say who signed in.");
    return { ...claims, sub };
  }

  return {
    claimsOf,

    /**
     * Anybody can cause a step, and next-auth requests the provider's metadata for each step.
     * @throws AppError `rate-limited` with `details.retryAfter` in seconds
     */
    async countSignInStep(address: string): Promise<void> {
      await steps.consume(addressGroup(address)).catch((error: unknown) => {
        if (!(error instanceof RateLimiterRes)) throw error;
        const retryAfter = Math.max(1, Math.ceil(error.msBeforeNext / 1000));
        throw new AppError("rate-limited", `Too many sign-ins. Try again in ${retryAfter} seconds.`, {
          details: { retryAfter },
        });
      });
    },

    /**
     * @param keep stores a new grant before the provider is asked for more, because the old one may work only once
     * @returns null if the provider refuses the grant
     * @throws Error if the provider does not answer, or its answer is invalid
     */
    async askAgain(
      provider: Oidc,
      old: Grant,
      keep: (grant: Grant) => Promise<void>,
    ): Promise<{ claims: Claims; grant: Grant } | null> {
      const { errors, TokenSet } = await library();
      const client = await clientOf(provider);
      try {
        const tokens =
          old.refreshToken === undefined
            ? new TokenSet({ access_token: old.accessToken })
            : await client.refresh(old.refreshToken);
        const grant = { ...old, ...grantOf(tokens) };
        await keep(grant);
        return { claims: await claimsOf(client, tokens), grant };
      } catch (error) {
        if (error instanceof errors.OPError && REFUSED.test(error.error ?? "")) return null;
        throw error;
      }
    },
  };
}

/** Maps a value of the claim to a role. The value `*` matches everybody at the provider. */
interface RoleRule {
  value: string;
  role: Role;
}

/** Returns the claim with this name. If no claim has the name, treats it as a path, such as `realm_access.roles`. */
function claimAt(claims: Readonly<Record<string, unknown>>, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let value: unknown = claims;
  for (const part of name.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, part)) return undefined;
    value = Object.entries(value).find(([key]) => key === part)?.[1];
  }
  return value;
}

function valuesOf(claim: unknown): readonly string[] {
  if (typeof claim === "string") return [claim, ...claim.split(/\s+/)];
  return Array.isArray(claim) ? claim.filter((value) => typeof value === "string") : [];
}

export function roleOf(
  claims: Readonly<Record<string, unknown>>,
  { roleClaim, roles: rules }: { roleClaim: string; roles: readonly RoleRule[] },
): Role | null {
  const values = valuesOf(claimAt(claims, roleClaim));
  const granted = rules
    .filter(({ value }) => value === "*" || values.includes(value))
    .map(({ role }) => role);
  return roles.findLast((role) => granted.includes(role)) ?? null;
}
