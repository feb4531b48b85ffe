import { RequestError } from "@/lib/queries/http";

/** What a failed request says to an operator. */
export function failureOf(error: unknown, title: string): { title: string; message: string } | undefined {
  if (!error) return undefined;
  const message =
    error instanceof RequestError
      ? error.message
      : "Something went wrong in this page. Reload it and try again.";
  return { title, message };
}
