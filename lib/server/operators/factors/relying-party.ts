import "server-only";
import ipaddr from "ipaddr.js";
import { AppError } from "@/lib/errors";
import { env } from "@/lib/env";

/** The domain that passkeys are bound to. It is the domain of the panel's address. */
export interface RelyingParty {
  /** The domain. */
  id: string;
  origin: string;
}

/** Returns why browsers cannot create passkeys for the panel's address, and what to do. Null if they can. */
export function whyNoPasskeys(address = env().publicUrl): string | null {
  const { hostname, protocol } = new URL(address);
  if (ipaddr.isValid(hostname.replace(/^\[|\]$/g, "")))
    return `Passkeys need a domain, and the panel's address is ${hostname}. Give the panel a domain, and set NEXTAUTH_URL to it.`;
  if (protocol !== "https:" && hostname !== "localhost")
    return "Passkeys need https. Put the panel behind a proxy with TLS, and set NEXTAUTH_URL to its https:// address.";
  return null;
}

/** @throws AppError `conflict` if passkeys do not work at the panel's address */
export function relyingParty(): RelyingParty {
  const reason = whyNoPasskeys();
  if (reason !== null) throw new AppError("conflict", reason);
  const { hostname, origin } = new URL(env().publicUrl);
  return { id: hostname, origin };
}
