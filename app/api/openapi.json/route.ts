import { describedApi } from "@/lib/server/instance-api";

export const dynamic = "force-dynamic";

/** The OpenAPI 3.1 description of the instance API. Public: it reveals nothing about this instance except its API versions. */
export const GET = describedApi;
