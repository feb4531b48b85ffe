import "server-only";
import type { InstanceStore } from "../instance-store";
import { applicationsWithNames, asApplication } from "./application-rows";
import { ownApplication } from "./applications";
import { changeApplication, changesFor, removeApplication } from "./bots";
import { atomically, audited, type Local } from "./context";

type OwnApplications = Pick<InstanceStore, "getApplication" | "editApplication" | "deleteApplication">;

/** What an application's owner may do to it, as the instance API knows it. */
export function ownApplications(local: Local): OwnApplications {
  return {
    async getApplication(callerId, id) {
      return atomically(local, async (tx) => {
        await ownApplication(tx, callerId, id);
        return asApplication(
          await applicationsWithNames(tx).where("applications.id", "=", id).executeTakeFirstOrThrow(),
        );
      });
    },

    async editApplication(callerId, id, edit) {
      const changes = changesFor(edit, await local.settings());
      const work = async (tx: Parameters<typeof ownApplication>[0]) => {
        await ownApplication(tx, callerId, id);
        return changeApplication(tx, id, changes);
      };
      const changed = Object.keys(changes).map((name) => (name === "bot_public" ? "public" : name));
      return audited(local, callerId, work, ({ name }) => ({
        action: "bot.edit",
        target: name,
        detail: { application: id, changed },
      }));
    },

    async deleteApplication(callerId, id) {
      const work = async (tx: Parameters<typeof ownApplication>[0]) => {
        await ownApplication(tx, callerId, id);
        return removeApplication(tx, id);
      };
      await audited(local, callerId, work, ({ name }) => ({
        action: "bot.delete",
        target: name,
        detail: { application: id },
      }));
    },
  };
}
