import { healthResponse } from "@/lib/server/panel-api";

export const dynamic = "force-dynamic";

/**
 * Responds with 200 if all migrations have run and the configuration file can be read, otherwise with 503 and the
 * reason. The endpoint is public, so the reason contains no path.
 */
export const GET = healthResponse;
