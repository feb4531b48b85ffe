import { metricsResponse } from "@/lib/server/door";

export const dynamic = "force-dynamic";

/** Prometheus metrics; off unless `METRICS_TOKEN` is set. */
export const GET = metricsResponse;
