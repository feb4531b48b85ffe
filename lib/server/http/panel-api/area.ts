import "server-only";
import { AppError } from "@/lib/errors";
import type { Answer, Area } from "@/lib/server/http/door";
import { databaseFailure } from "@/lib/server/db";
import type { Rooms } from "@/lib/server/rooms";
import { doctorRoutes } from "@/lib/shared/contract/doctor";
import type { Session } from "@/lib/server/operators";
import { panelApi, roleRefusal } from "./answer";

/** Excludes paths with an empty segment or a trailing slash, which `unknownArea` redirects. */
export function panelArea(rooms: Rooms): Area {
  let panel: ReturnType<typeof panelApi> | undefined;
  return {
    usesDatabase: true,
    owns: (_, path) => path.startsWith("/api/panel/") && !/\/\/|\/$/.test(path),
    async answer(request) {
      // Startup needs none of the routes.
      panel ??= panelApi((await import("./routes")).routeTable(rooms), rooms);
      return panel.answer(request);
    },
    end: () => rooms.streams.end(),
    refuse: rooms.problems.refusal,
  };
}

export const mayReadDoctor = (session: Session): boolean =>
  roleRefusal(session, doctorRoutes.readDoctor) === null;

/** Addresses below `/api` that nobody else answers. Redirects those with repeated or trailing slashes. */
export const unknownArea = ({
  env,
  problems: { problemAnswer, refusal },
}: Pick<Rooms, "env" | "problems">): Area => ({
  owns: (_, path) => /^\/api(?:\/|$)/.test(path),
  async answer({ path, search }) {
    const canonical = path.replace(/\/{2,}/g, "/").replace(/(?!^)\/$/, "");
    if (canonical !== path) return { status: 308, headers: { location: env.basePath + canonical + search } };
    return problemAnswer(new AppError("not-found", "This address does not exist. Check the path."));
  },
  refuse: refusal,
});

const RETRY_AFTER_SECONDS = 5;

/** This page loads no other files, because they may be unavailable too. */
const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<meta http-equiv="refresh" content="${RETRY_AFTER_SECONDS}">
<title>Database unavailable · Instance Admin</title>
<style>
:root { color-scheme: light dark; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; font: 15px/1.5 system-ui, sans-serif;
  background: light-dark(#f6f7f9, #0e1116); color: light-dark(#171b22, #e6e9ef); }
main { max-width: 30rem; padding: 1rem; }
h1 { font-size: 1.25rem; margin: 0 0 .5rem; }
p { margin: 0 0 .75rem; color: light-dark(#586173, #9ba5b4); }
</style>
</head>
<body>
<main role="alert">
<h1>The database is unavailable</h1>
<p>The panel cannot show pages until its database works again. Nothing was changed.</p>
<p>This page reloads every ${RETRY_AFTER_SECONDS} seconds. If you run the panel, check that the database is running; the panel's log has the cause.</p>
</main>
</body>
</html>
`;

/** Called before each page, because Next would answer a page's error with 500. */
export async function insteadOfPages({ db, log }: Pick<Rooms, "db" | "log">): Promise<Answer | null> {
  const failure = await databaseFailure(db);
  if (failure === null) return null;
  log.error({ err: failure }, "The database is unavailable");
  return {
    status: 503,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy":
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      "Cache-Control": "no-store",
      "Retry-After": String(RETRY_AFTER_SECONDS),
    },
    body: PAGE,
  };
}
