import "server-only";
import { createHash } from "node:crypto";
import { AppError } from "@/lib/errors";
import { isSnowflake } from "@/lib/shared/chat/snowflake";
import type { Application } from "./types";
import { atomically, type Local } from "./context";
import { findApplication, lockApplication } from "./application-rows";
import { pictureType } from "./pictures";

const hashOf = (content: Uint8Array) => createHash("sha256").update(content).digest("hex").slice(0, 32);

export function icons(local: Local) {
  const { db } = local;

  return {
    /**
     * Sets the picture that the application and its bot share.
     * @param content a square PNG, WebP or JPEG file of at most 256 KiB
     * @throws `unknown-application`; for an unsuitable picture `body-too-large`, `unsupported-media-type` or
     * `invalid-input`
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

    /** @throws `unknown-application`; `not-found` if the application has no picture */
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

    /** Returns null if the application has no picture, or if its picture has another hash. */
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
