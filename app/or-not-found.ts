import { notFound } from "next/navigation";
import { core } from "@/lib/core";

/** If `work` fails with `code`, the page responds with 404. @throws any other error */
export async function orNotFound<T>(work: Promise<T>, code = "not-found"): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (core().errorCode(error) === code) notFound();
    throw error;
  }
}
