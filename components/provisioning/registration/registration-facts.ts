/** What the file says about registering, of which the page of registration tokens speaks. */
export interface RegistrationFacts {
  /** `security.defaultRegistrationTokenExpiration`, ms. */
  lifetime: number;
  /** `general.frontPage` */
  frontPage: string | null;
  /** Why people need a token; null while everybody may register. */
  needed: "closed" | "invite" | null;
}
