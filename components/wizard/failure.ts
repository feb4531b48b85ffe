import { RequestError } from "@/lib/queries/http";
import { TokenRefused } from "@/lib/queries/instance-error";

/**
 * What a failed request says to an operator. A token that was refused is told by the step that connects an account, which
 * takes this one's place.
 */
export function failureOf(error: unknown, title: string): { title: string; message: string } | undefined {
  if (!error || error instanceof TokenRefused) return undefined;
  const message =
    error instanceof RequestError
      ? error.message
      : "Something went wrong in this page. Reload it and try again.";
  return { title, message };
}
