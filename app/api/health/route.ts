import { health } from "@/lib/panel";

export const dynamic = "force-dynamic";

/** 200 once migrations ran and the configuration file was read; 503 otherwise, saying why. Open to anyone, holds no path. */
export async function GET(): Promise<Response> {
  const state = await health();
  return Response.json(state, {
    status: state.status === "ok" ? 200 : 503,
    headers: { "cache-control": "no-store" },
  });
}
