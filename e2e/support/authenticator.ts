import type { CDPSession, Page } from "@playwright/test";

/** Chromium's virtual authenticator. It has a fingerprint reader that always senses a finger. */
export class Authenticator {
  private constructor(
    private readonly session: CDPSession,
    private readonly authenticatorId: string,
  ) {}

  static async in(page: Page): Promise<Authenticator> {
    const session = await page.context().newCDPSession(page);
    await session.send("WebAuthn.enable");
    const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return new Authenticator(session, authenticatorId);
  }

  /** Sets whether the authenticator recognizes the finger. */
  async setRecognized(isUserVerified: boolean): Promise<void> {
    await this.session.send("WebAuthn.setUserVerified", {
      authenticatorId: this.authenticatorId,
      isUserVerified,
    });
  }

  /** Resets the signature counters of all credentials, as if the authenticator were an outdated clone. */
  async setBack(): Promise<void> {
    const { authenticatorId } = this;
    const { credentials } = await this.session.send("WebAuthn.getCredentials", { authenticatorId });
    await this.session.send("WebAuthn.clearCredentials", { authenticatorId });
    for (const credential of credentials)
      await this.session.send("WebAuthn.addCredential", {
        authenticatorId,
        credential: { ...credential, signCount: 0 },
      });
  }

  async remove(): Promise<void> {
    await this.session.send("WebAuthn.disable");
    await this.session.detach();
  }
}
