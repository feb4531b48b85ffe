import "server-only";
import { createHash } from "node:crypto";
import { AppError } from "@/lib/errors";
import { isSnowflake } from "@/lib/shared/chat/snowflake";
import type { Application } from "./types";
import { atomically, type Local } from "./context";
import { findApplication, lockApplication } from "./application-rows";
import { pictureType } from "./pictures";

const hashOf = (content: Uint8Array) => createHash("sha256").update(content).digest("hex").slice(0, 32);

/** The pictures of applications, which their bots share. */
export function icons(local: Local) {
  const { db } = local;

  return {
    /**
     * Sets the picture of the application and its bot.
     * @param content a PNG, WebP or JPEG file: square, at most 256 KiB
     * @throws `unknown-application`; `body-too-large`, `unsupported-media-type`, `invalid-input` for other
     * pictures
     */
    async setIcon(id: string, content: Uint8Array): Promise<Application> {
      const type = await pictureType(content);
      const row = { application_id: id, hash: hashOf(content), type, content };
      return atomically(local, async (tx) => {
        await lockApplication(tx, id);
        await tx
          .insertInto("application_icons")
          .values(row)
          .onConflict((conflict) => conflict.column("application_id").doUpdateSet(row))
          .execute();
        await tx.updateTable("applications").set({ icon: row.hash }).where("id", "=", id).execute();
        return findApplication(tx, id);
      });
    },

    /** @throws `unknown-application`; `not-found` without a picture */
    async removeIcon(id: string): Promise<Application> {
      return atomically(local, async (tx) => {
        const { icon } = await lockApplication(tx, id);
        if (icon === null)
          throw new AppError("not-found", "The bot no longer has a picture. Reload the page.");
        await tx.deleteFrom("application_icons").where("application_id", "=", id).execute();
        await tx.updateTable("applications").set({ icon: null }).where("id", "=", id).execute();
        return findApplication(tx, id);
      });
    },

    /** The picture with this hash; null if the application has no picture or another one. */
    async findIcon(id: string, hash: string): Promise<{ type: string; content: Uint8Array } | null> {
      if (!isSnowflake(id) || !/^[0-9a-f]{32}$/.test(hash)) return null;
      const row = await db
        .selectFrom("application_icons")
        .select(["type", "content"])
        .where("application_id", "=", id)
        .where("hash", "=", hash)
        .executeTakeFirst();
      return row ?? null;
    },
  };
}
