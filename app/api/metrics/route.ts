import { metricsResponse } from "@/lib/server/door";

export const dynamic = "force-dynamic";

/** Prometheus metrics. Requires `METRICS_TOKEN` to be set. */
export const GET = metricsResponse;
