import "server-only";
import type { Clock } from "@/lib/clock";
import type { ConfigFile, Version } from "@/lib/server/config-file";
import type { Db } from "@/lib/server/db";
import type { ServerChange, ServerVersion, UpgradeReport } from "@/lib/shared/contract/running";
import { parsedJson, sameJson } from "@/lib/shared/json/value";
import type { Registry } from "@/lib/shared/settings/registry";
import { getAt } from "@/lib/shared/settings/values";
import type { InstanceReport } from "./report";

/*
 * Which server programs the instance has run, and what each upgrade changed in its configuration. Compares what the
 * instance reports after the upgrade with its last report before.
 */

/** What an instance reported. Contains no secrets, and of unrecognized keys only the paths. */
interface Snapshot {
  settings: Record<string, unknown>;
  keys: string[];
}

const mostChanges = 20;

export interface UpgradesDeps {
  db: Db;
  fileId: () => Promise<number>;
  config: Pick<ConfigFile, "history" | "parse" | "read">;
  clock: Pick<Clock, "now">;
}

export function createUpgrades({ db, fileId, config, clock }: UpgradesDeps) {
  const rows = async (limit: number) =>
    db
      .selectFrom("server_versions")
      .where("file_id", "=", await fileId())
      .selectAll()
      .orderBy("at", "desc")
      .limit(limit)
      .execute();

  /** The newest version that an operator saved. Differences that it explains are not the server's. */
  async function lastSaved(): Promise<Version | null> {
    const id = await config.history.newest("operator");
    return id === null ? null : config.parse(await config.history.bytes({ id }));
  }

  return {
    async note(server: ServerVersion, report: InstanceReport | null): Promise<void> {
      const [last] = await rows(1);
      const now = report?.isWhole && report.reported ? snapshotOf(report.reported) : null;
      const { implementation, rev, date } = server;
      if (last && last.implementation === implementation && last.rev === rev && last.date === date) {
        const snapshot = now && JSON.stringify(now);
        if (snapshot === null || snapshot === last.snapshot) return;
        await db
          .updateTable("server_versions")
          .set({ snapshot })
          .where("file_id", "=", last.file_id)
          .where("at", "=", last.at)
          .execute();
        return;
      }
      // The process that answers may still be the old one with a new version of its files: wait for its report.
      if (last?.snapshot && !report?.reported) return;
      const before = last?.snapshot ? (parsedJson(last.snapshot) as Snapshot) : null;
      const { registry } = await (await config.read()).edition();
      const upgrade = before && now ? compareSnapshots(before, now, registry, await lastSaved()) : null;
      await db
        .insertInto("server_versions")
        .values({
          ...{ file_id: await fileId(), at: clock.now(), implementation, rev, date },
          snapshot: now && JSON.stringify(now),
          report: upgrade && JSON.stringify(upgrade),
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    /** The first known version is not a change. */
    async list(): Promise<ServerChange[]> {
      const versions = await rows(mostChanges + 1);
      return versions.slice(0, -1).map(({ at, report, ...version }, index) => {
        const [from, to] = [versionOf(versions[index + 1] ?? version), versionOf(version)];
        return {
          ...{ at: new Date(at).toISOString(), from, to, how: howChanged(from, to) },
          report: report === null ? null : (parsedJson(report) as UpgradeReport),
        };
      });
    },
  };
}

const versionOf = ({ implementation, rev, date }: ServerVersion): ServerVersion => ({
  implementation,
  rev,
  date,
});

function howChanged(from: ServerVersion, to: ServerVersion): ServerChange["how"] {
  const later = Date.parse(to.date ?? "") - Date.parse(from.date ?? "");
  if (from.implementation !== to.implementation || !later) return "changed";
  return later > 0 ? "upgraded" : "downgraded";
}

const snapshotOf = ({ settings, keys }: NonNullable<InstanceReport["reported"]>): Snapshot => ({
  settings: Object.fromEntries(
    [...settings].map(([path, { shown, isHidden }]) => [path, isHidden ? null : (shown ?? null)]),
  ),
  keys: [...keys.keys()].sort(),
});

/** @param saved the last version that an operator saved; values that the instance took from it are not listed */
function compareSnapshots(
  before: Snapshot,
  now: Snapshot,
  registry: Registry,
  saved: Pick<Version, "effective" | "rawOf"> | null,
): UpgradeReport {
  const pathsOf = ({ settings, keys }: Snapshot) => [...Object.keys(settings), ...keys];
  const [old, current] = [new Set(pathsOf(before)), new Set(pathsOf(now))];
  const isSaved = (path: string) =>
    saved?.rawOf(path) !== undefined && sameJson(getAt(saved.effective.values, path), now.settings[path]);
  const changed = Object.keys(now.settings).filter(
    (path) =>
      path in before.settings && !sameJson(before.settings[path], now.settings[path]) && !isSaved(path),
  );
  return {
    came: [...current].filter((path) => !old.has(path) && saved?.rawOf(path) === undefined),
    went: [...old].filter((path) => !current.has(path)),
    changed: changed.map((path) => ({
      path,
      before: before.settings[path] ?? null,
      after: now.settings[path] ?? null,
      isDefault: sameJson(before.settings[path], registry.fieldAt(path)?.default ?? null),
    })),
  };
}
