import { notFound } from "next/navigation";
import { AppError } from "@/lib/errors";

/**
 * Returns what a page shows. If it fails with `code`, because there is no such object, the page responds with 404.
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
