import "server-only";
import type { Tx } from "@/lib/server/db";
import { AppError } from "@/lib/errors";
import type { Application, BotEdit } from "./types";
import { applicationRow, asApplication } from "./application-rows";
import { ownApplication } from "./applications";
import { changeApplication, changesFor, removeApplication } from "./bots";
import { atomicallyAudited, type Local } from "./context";

/** Manages applications of the local store for their owners. */
export function ownApplications(local: Local) {
  return {
    /** @throws `unknown-application`, `not-application-owner` */
    async getApplication(callerId: string, id: string): Promise<Application> {
      const row = await applicationRow(local.db, id);
      if (!row) throw new AppError("unknown-application");
      if (row.owner_id !== callerId) throw new AppError("not-application-owner");
      return asApplication(row);
    },

    /**
     * Like `editBot`, but only for the application's owner.
     * @throws `unknown-application`, `not-application-owner`; `invalid-input` at `name`, `description`
     */
    async editApplication(callerId: string, id: string, edit: BotEdit): Promise<Application> {
      const changes = changesFor(edit, await local.settings());
      const work = async (tx: Tx) => {
        await ownApplication(tx, callerId, id);
        return changeApplication(tx, id, changes);
      };
      const changed = Object.keys(changes).map((name) => (name === "bot_public" ? "public" : name));
      return atomicallyAudited(local, callerId, work, ({ name }) => ({
        action: "bot.edit",
        target: name,
        detail: { application: id, changed },
      }));
    },

    /**
     * Like `deleteBot`, but only for the application's owner.
     * @throws `unknown-application`, `not-application-owner`
     */
    async deleteApplication(callerId: string, id: string): Promise<void> {
      const work = async (tx: Tx) => {
        await ownApplication(tx, callerId, id);
        return removeApplication(tx, id);
      };
      await atomicallyAudited(local, callerId, work, ({ name }) => ({
        action: "bot.delete",
        target: name,
        detail: { application: id },
      }));
    },
  };
}
