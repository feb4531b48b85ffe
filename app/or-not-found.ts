import { notFound } from "next/navigation";
import { AppError } from "@/lib/errors";

/**
 * Returns the result of `work`. If `work` fails with `code`, the page responds with 404.
 * @throws any other error
 */
export async function orNotFound<T>(work: Promise<T>, code = "not-found"): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof AppError && error.code === code) notFound();
    throw error;
  }
}
