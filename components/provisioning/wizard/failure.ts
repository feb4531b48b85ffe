import { RequestError } from "@/components/shell/queries/http";
import { TokenRefused } from "../queries/instance-error";

/**
 * The message for a failed request; none for a rejected token, which is reported by the step that connects an account
 * and replaces the current step.
 */
export function failureOf(error: unknown, title: string): { title: string; message: string } | undefined {
  if (!error || error instanceof TokenRefused) return undefined;
  const message =
    error instanceof RequestError
      ? error.message
      : "Something went wrong in this page. Reload it and try again.";
  return { title, message };
}
