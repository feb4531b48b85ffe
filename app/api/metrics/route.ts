import { metricsResponse } from "@/lib/api";

export const dynamic = "force-dynamic";

/** Prometheus metrics; off unless `METRICS_TOKEN` is set. */
export const GET = metricsResponse;
