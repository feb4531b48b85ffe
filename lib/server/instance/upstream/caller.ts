import "server-only";
import { AppError } from "@/lib/errors";
import type { InstanceAccount } from "@/lib/shared/contract/instance";
import type { Record } from "../recorded";
import type { UpstreamClient } from "./client";

/** In whose name a running instance is asked. */
export interface UpstreamCaller {
  record: Record;
  /** In the name of the session's account. @throws AppError `account-required` while none is connected */
  asAccount: () => UpstreamClient;
  /** In the name of the panel's operator of the instance; of the account where there is no such token. */
  asOperator: () => UpstreamClient;
  account: InstanceAccount | null;
  hasOperatorToken: boolean;
  /** `general.frontPage` of the file, where clients of the instance are; null if it is not set. */
  frontPage: string | null;
}

export const accountRequired = (): AppError =>
  new AppError(
    "account-required",
    "Connect an account of your instance first. The panel sends requests as that account.",
  );
