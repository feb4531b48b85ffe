import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { decodeJwt, exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from "jose";
import { Provider } from "oidc-provider";
import type { PanelClient } from "./session";

/** The claims of a person at the provider. */
export interface Person {
  preferred_username?: string;
  groups: string[];
}

export const CLIENT = { client_id: "panel", client_secret: "the panel's secret at the provider" };

/** A function that changes the claims of an ID token, or that chooses a fault in its signature. */
export type Tampering = (claims: JWTPayload) => JWTPayload | "unsigned" | "other-key";

/** An OpenID Connect provider on localhost that signs people in without asking them. */
export class TestProvider {
  readonly people = new Map<string, Person>();
  /** The subject of the person who is using the browser. */
  present = "";
  tamper: Tampering | null = null;
  /** Whether the provider answers every request with 503. */
  isDown = false;
  /** The issuer in the provider's metadata. If null, the real issuer. */
  namedIssuer: string | null = null;
  readonly issued: string[] = [];
  refreshes = 0;

  private constructor(
    readonly issuer: string,
    private readonly server: Server,
  ) {}

  /** @param redirect the panel's callback URL */
  static async start(redirect: string): Promise<TestProvider> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
    const test = new TestProvider(issuer, server);
    const { privateKey } = await generateKeyPair("RS256", { extractable: true });
    const other = await generateKeyPair("RS256");
    const provider = new Provider(issuer, {
      clients: [
        {
          ...CLIENT,
          redirect_uris: [redirect],
          grant_types: ["authorization_code", "refresh_token"],
          response_types: ["code"],
        },
      ],
      jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: "key", alg: "RS256", use: "sig" }] },
      cookies: { keys: ["a key of the cookies"] },
      scopes: ["openid", "profile", "groups"],
      claims: { openid: ["sub"], profile: ["preferred_username"], groups: ["groups"] },
      pkce: { required: () => true },
      features: { devInteractions: { enabled: false } },
      issueRefreshToken: () => true,
      interactions: { url: (_, { uid }) => `/interaction/${uid}` },
      findAccount: (_, id) => {
        const person = test.people.get(id);
        return person && { accountId: id, claims: () => ({ sub: id, ...person }) };
      },
    });
    provider.use(async (ctx, next) => {
      if (test.isDown) return void (ctx.status = 503);
      if (ctx.path.startsWith("/interaction/")) return test.signIn(provider, ctx.req, ctx.res);
      await next();
      if (ctx.path.startsWith("/.well-known/") && test.namedIssuer !== null)
        Object.assign(ctx.body as object, { issuer: test.namedIssuer });
      const body = ctx.body as
        | { id_token?: string; access_token?: string; refresh_token?: string }
        | undefined;
      if (ctx.path !== "/token" || ctx.status !== 200 || body?.id_token === undefined) return;
      const { id_token, access_token, refresh_token } = body;
      test.issued.push(...[id_token, access_token, refresh_token].filter((one) => one !== undefined));
      if (ctx.oidc?.params?.grant_type === "refresh_token") test.refreshes += 1;
      if (!test.tamper) return;
      const claims = decodeJwt(body.id_token);
      const changed = test.tamper(claims);
      const sign = (payload: JWTPayload, key = privateKey) =>
        new SignJWT(payload).setProtectedHeader({ alg: "RS256", kid: "key" }).sign(key);
      if (changed === "unsigned") body.id_token = new UnsecuredJWT(claims).encode();
      else if (changed === "other-key") body.id_token = await sign(claims, other.privateKey);
      else body.id_token = await sign(changed);
    });
    server.on("request", provider.callback());
    return test;
  }

  private async signIn(
    provider: Provider,
    ...[request, response]: Parameters<Provider["interactionDetails"]>
  ): Promise<void> {
    const { params } = await provider.interactionDetails(request, response);
    const grant = new provider.Grant({ accountId: this.present, clientId: String(params.client_id) });
    grant.addOIDCScope("openid profile groups");
    const result = { login: { accountId: this.present }, consent: { grantId: await grant.save() } };
    await provider.interactionFinished(request, response, result);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /**
   * Follows the provider's redirects, as the browser would.
   * @returns the first URL that belongs to the panel
   */
  async visit(authorization: string): Promise<string> {
    const cookies = new Map<string, string>();
    let address = authorization;
    while (address.startsWith(this.issuer)) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      const answer = await fetch(address, { headers: { cookie }, redirect: "manual" });
      for (const line of answer.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (name !== undefined && value !== undefined) cookies.set(name, value);
      }
      const next = answer.headers.get("location");
      if (next === null) throw new Error(`The provider answers ${answer.status}: ${await answer.text()}`);
      address = new URL(next, address).href;
    }
    return address;
  }

  /**
   * Starts a sign-in.
   * @returns the provider's URL that the browser opens, or a URL of the panel with an error
   */
  static async begin(client: PanelClient): Promise<string> {
    const { csrfToken } = await client.json<{ csrfToken: string }>("/api/auth/csrf");
    const answer = await client.fetch("/api/auth/signin/oidc", {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ csrfToken, callbackUrl: "/operators", json: "true" }).toString(),
    });
    return ((await answer.json()) as { url: string }).url;
  }

  /**
   * Signs a person in.
   * @returns the path in the panel where the redirects end
   */
  async enter(client: PanelClient, sub: string): Promise<string> {
    this.present = sub;
    const callback = await this.visit(await TestProvider.begin(client));
    return TestProvider.finish(client, callback);
  }

  /**
   * Opens the callback URL and follows the panel's redirects, as the browser would.
   * @returns the final path, like `enter`
   */
  static async finish(client: PanelClient, callback: string): Promise<string> {
    let { pathname, search } = new URL(callback);
    for (;;) {
      const answer = await client.fetch(pathname + search, { redirect: "manual" });
      const next = answer.headers.get("location");
      if (next === null || !pathname.startsWith("/api/auth/")) break;
      ({ pathname, search } = new URL(next, client.url));
    }
    const error = new URLSearchParams(search).get("error");
    return error === null ? pathname + search : `${pathname}?error=${error}`;
  }
}
