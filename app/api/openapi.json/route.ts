import { describedApi } from "@/lib/server/instance-api";

export const dynamic = "force-dynamic";

/** The OpenAPI 3.1 description of the instance API. It is public, and reveals only this instance's API versions. */
export const GET = describedApi;
