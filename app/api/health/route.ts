import { healthResponse } from "@/lib/server/panel-api";

export const dynamic = "force-dynamic";

/**
 * 200 once migrations ran and the configuration file was read; 503 with the reason otherwise. Public, so it contains no
 * path.
 */
export const GET = healthResponse;
