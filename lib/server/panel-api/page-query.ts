import "server-only";
import type { PageQuery } from "@/lib/server/instance";

/** What of a page a request's URL asks for. */
export const pageQuery = ({ searchParams }: URL): PageQuery => ({
  search: searchParams.get("search") ?? undefined,
  after: searchParams.get("after") ?? undefined,
});
