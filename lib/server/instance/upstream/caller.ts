import "server-only";
import { AppError } from "@/lib/errors";
import type { Capabilities, Capability, InstanceAccount } from "@/lib/shared/contract/instance";
import type { Record } from "../recorded";
import type { UpstreamClient } from "./client";

/** The credentials for requests to a running instance. */
export interface UpstreamCaller {
  record: Record;
  /** A client with the session's account. @throws AppError `account-required` while none is connected */
  asAccount: () => UpstreamClient;
  /** A client with the panel's operator token for the instance, or with the account if there is no such token. */
  asOperator: () => UpstreamClient;
  account: InstanceAccount | null;
  hasOperatorToken: boolean;
  /** `general.frontPage` of the file, the address of the instance's clients; null if it is not set. */
  frontPage: string | null;
}

export const accountRequired = (): AppError =>
  new AppError(
    "account-required",
    "Connect an account of your instance first. The panel sends requests as that account.",
  );

/** Refuses what the instance does not offer, with the reason. @throws AppError `not-offered` */
export const lacking = (capabilities: Capabilities) => (name: Capability) => (): Promise<never> =>
  Promise.reject(new AppError("not-offered", String(capabilities[name])));

/** The entries of a list whose name contains the text, or whose id equals it. */
export function matching<T extends { id: string; name: string }>(all: readonly T[], search = ""): T[] {
  const words = search.trim().toLowerCase();
  return all.filter(({ id, name }) => name.toLowerCase().includes(words) || id === words);
}
