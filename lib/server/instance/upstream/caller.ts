import "server-only";
import { AppError } from "@/lib/errors";
import type { InstanceAccount } from "@/lib/shared/contract/instance";
import type { Record } from "../recorded";
import type { UpstreamClient } from "./client";

/** The session or command that sends requests to a running instance. */
export interface UpstreamCaller {
  record: Record;
  /** Returns a client with the connected account. @throws AppError `account-required` if no account is connected */
  asAccount: () => UpstreamClient;
  /** Returns a client with the panel's operator token, or with the account if there is no such token. */
  asOperator: () => UpstreamClient;
  account: InstanceAccount | null;
  hasOperatorToken: boolean;
  /** `general.frontPage` of the file, the address of the instance's web client. Null if it is not set. */
  frontPage: string | null;
}

export const accountRequired = (): AppError =>
  new AppError(
    "account-required",
    "Connect an account of your instance first. The panel sends requests as that account.",
  );

/** Returns the entries whose name contains the text or whose id equals it. */
export function matching<T extends { id: string; name: string }>(all: readonly T[], search = ""): T[] {
  const words = search.trim().toLowerCase();
  return all.filter(({ id, name }) => name.toLowerCase().includes(words) || id === words);
}
