import { describedApi } from "@/lib/api";

export const dynamic = "force-dynamic";

/** What the instance API takes and gives (OpenAPI 3.1). Open to anyone: it tells nothing of this instance but its versions. */
export const GET = describedApi;
