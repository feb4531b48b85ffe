import { RequestError } from "@/components/shell/queries/call";

/**
 * Whether a request failed because the instance does not offer the feature. The error's message says what to do
 * instead.
 */
export const isNotOffered = (error: unknown): error is RequestError =>
  error instanceof RequestError && error.code === "not-offered";

/** Undefined for a rejected token, which the connect step reports. */
export function wordsOf(error: unknown): string | undefined {
  if (!error) return undefined;
  if (!(error instanceof RequestError)) return "Something went wrong in this page. Reload it and try again.";
  return error.code === "account-required" ? undefined : error.message;
}

/** Like `wordsOf`, with a title. @param unsure the title if the request may have succeeded */
export function failureOf(
  error: unknown,
  title: string,
  unsure = title,
): { title: string; message: string } | undefined {
  const message = wordsOf(error);
  const isUnknown = error instanceof RequestError && error.isUnknown;
  return message === undefined ? undefined : { title: isUnknown ? unsure : title, message };
}
