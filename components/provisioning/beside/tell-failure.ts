import { RequestError } from "@/components/shell/queries/http";
import { InstanceError, TokenRefused } from "../queries/instance-error";

/** What to do about a refusal of which the instance says only that. */
function adviceFor({ status, code, message }: InstanceError): string {
  if (/(?:again|client|instance|list|guild|first)\.$/.test(message) || status === 0 || status >= 500)
    return "";
  if (status === 403 || code === 50013) return " Connect an account that may do this.";
  if (status === 404) return " It may be gone: load the page again.";
  return " Correct it and try again; the instance's log may say more.";
}

/**
 * A failure in full: why, what to do, and which request the instance refused. Nothing for a rejected token, of which the
 * form that connects an account tells.
 */
export function tellFailure(error: unknown): string | undefined {
  if (!error || error instanceof TokenRefused) return undefined;
  if (!(error instanceof RequestError)) return "Something went wrong in this page. Reload it and try again.";
  if (!(error instanceof InstanceError) || error.request === undefined) return error.message;
  const why = /[.!?]$/.test(error.message) ? error.message : `${error.message}.`;
  const code = error.code === 0 ? "" : `, code ${error.code}`;
  const answer = error.status === 0 ? "no answer" : `status ${error.status}${code}`;
  return `${why}${adviceFor(error)} (${error.request}: ${answer})`;
}
