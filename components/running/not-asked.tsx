import { Callout } from "@/components/ui/callout";
import { Moment } from "@/components/ui/moment";
import type { RunningReport } from "@/lib/shared/contract/running";

/**
 * Explains why the panel does not know what the running instance has loaded, and what to do if the panel cannot apply
 * the file.
 */
export function NotAsked({ report }: { report: RunningReport }) {
  const { state, reason, unknownSince, reload, settings } = report;
  const notes = [
    ...(state === "local"
      ? [
          "If another server reads this file, set INSTANCE_API_URL so the panel can check which settings it has loaded. Or choose “Mark as restarted” each time you restart it.",
        ]
      : []),
    ...(reason === undefined ? [] : [reason]),
    ...(state === "unknown" && reason === undefined
      ? [
          "INSTANCE_API_URL is not set, so the panel cannot check the running settings. Choose “Mark as restarted” each time you restart the instance.",
        ]
      : []),
    ...(reload === null && state !== "local" && settings.length > 0
      ? [
          "Restart the instance, for example with “systemctl restart” and the name of its service, or with “docker compose restart”. Set INSTANCE_RELOAD to let the panel do it.",
          ...(state === "told" ? ["This page detects the restart."] : []),
        ]
      : []),
  ];
  if (notes.length === 0 && unknownSince === null) return null;
  return (
    <Callout tone="neutral">
      <div className="flex flex-col gap-2">
        {unknownSince === null ? null : (
          <p>
            Unknown since the save at <Moment at={unknownSince} />.
          </p>
        )}
        {notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
      </div>
    </Callout>
  );
}
