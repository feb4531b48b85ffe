import "server-only";
import { nextRoute } from "@/lib/server/api/next-route";
import { bodyLimit } from "@/lib/server/door";
import { answerInstance } from "./route";

/** The instance API as a Next route, used by `next dev` and on hosts without our door. */
export const instanceRoute = nextRoute(answerInstance, (_, path) => bodyLimit(path));
