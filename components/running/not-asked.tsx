import { Callout } from "@/components/ui/callout";
import { Moment } from "@/components/ui/moment";
import type { RunningReport } from "@/lib/shared/contract/running";

/** What is not known of the running instance and why; and what to do where the panel cannot apply the file itself. */
export function NotAsked({ report }: { report: RunningReport }) {
  const { state, reason, unknownSince, reload, settings } = report;
  const notes = [
    ...(state === "local"
      ? [
          "Does another program read this file, too? Set INSTANCE_API_URL, so that the panel can ask it; or mark it as restarted here, and what is saved from then on waits for its next restart.",
        ]
      : []),
    ...(reason === undefined ? [] : [reason]),
    ...(state === "unknown" && reason === undefined
      ? [
          "INSTANCE_API_URL is not set, so the instance is not asked. Mark it as restarted whenever you have restarted it.",
        ]
      : []),
    ...(reload === null && state !== "local" && settings.length > 0
      ? [
          "Restart the instance the way it was installed, for example with “systemctl restart” and its service's name, or “docker compose restart”. With INSTANCE_RELOAD the panel does it.",
          ...(state === "told" ? ["This page notices the restart."] : []),
        ]
      : []),
  ];
  if (notes.length === 0 && unknownSince === null) return null;
  return (
    <Callout tone="neutral">
      <div className="flex flex-col gap-2">
        {unknownSince === null ? null : (
          <p>
            Unknown since the save of <Moment at={unknownSince} />.
          </p>
        )}
        {notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
      </div>
    </Callout>
  );
}
