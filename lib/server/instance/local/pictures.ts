import "server-only";
import { createHash } from "node:crypto";
import type { Sharp } from "sharp";
import { AppError } from "@/lib/errors";
import type { Db, Tx } from "@/lib/server/db";
import { isSnowflake } from "@/lib/shared/chat/snowflake";
import { type Application, findApplication, lockApplication } from "./application-rows";
import { atomically, type Local } from "./context";

export const LARGEST_PICTURE = 256 * 1024;
/**
 * Maximum side length in pixels. A larger picture can use a lot of memory in the browser even if its file is
 * small.
 */
const LARGEST_SIDE = 1024;

const TYPES = { png: "image/png", webp: "image/webp", jpeg: "image/jpeg" } as const;
type PictureType = (typeof TYPES)[keyof typeof TYPES];

type Decode = (content: Uint8Array) => Sharp;

let decoder: Promise<Decode> | undefined;

/**
 * Loads sharp, which most processes never need. Allows only PNG, WebP and JPEG, and uses one thread per picture. Sets the
 * library up once per process: setting it up again would block every format while another picture is being decoded.
 */
async function loadDecoder(): Promise<Decode> {
  const { default: sharp } = await import("sharp");
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({
    operation: ["VipsForeignLoadPngBuffer", "VipsForeignLoadWebpBuffer", "VipsForeignLoadJpegBuffer"],
  });
  sharp.cache(false);
  sharp.concurrency(1);
  // The library needs no pixel limit, because `pictureType` checks the dimensions before it decodes the picture.
  return (content) => sharp(content, { failOn: "warning", limitInputPixels: false });
}

/**
 * Decodes the whole picture and returns its type. A check of the header would accept files that a browser
 * interprets differently, or that take gigabytes of memory to show.
 * @throws AppError `body-too-large`; `unsupported-media-type` unless it is a complete PNG, WebP or JPEG file;
 * `invalid-input` if the picture is not square or is wider than `LARGEST_SIDE`
 */
async function pictureType(content: Uint8Array): Promise<PictureType> {
  if (content.byteLength > LARGEST_PICTURE)
    throw new AppError("body-too-large", "The picture is larger than 256 KiB. Choose a smaller one.");
  const decode = await (decoder ??= loadDecoder());
  const read = async () => decode(content).metadata();
  const { format, width, height } = await read().catch((cause: unknown) => {
    throw new AppError(
      "unsupported-media-type",
      "The panel stores pictures as PNG, WebP or JPEG only. Choose a file in one of these formats.",
      { cause },
    );
  });
  if (width !== height || width > LARGEST_SIDE)
    throw new AppError(
      "invalid-input",
      `The picture has ${width} × ${height} pixels. Send a square one of at most ${LARGEST_SIDE} pixels a side.`,
    );
  await decode(content)
    .stats()
    .catch((cause: unknown) => {
      throw new AppError(
        "unsupported-media-type",
        "The picture is damaged or incomplete. Save it again in an image editor, or choose another file.",
        { cause },
      );
    });
  return TYPES[format as keyof typeof TYPES];
}

const hashOf = (content: Uint8Array) => createHash("sha256").update(content).digest("hex").slice(0, 32);

/**
 * @param content a square PNG, WebP or JPEG file of at most 256 KiB
 * @throws `unknown-application`; for an unsuitable picture `body-too-large`, `unsupported-media-type` or
 * `invalid-input`
 */
export async function setPicture(local: Local, id: string, content: Uint8Array): Promise<Application> {
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
}

/** @throws `unknown-application`; `not-found` if the application has no picture */
export async function removePicture(local: Local, id: string): Promise<Application> {
  return atomically(local, async (tx) => {
    const { icon } = await lockApplication(tx, id);
    if (icon === null) throw new AppError("not-found", "The bot no longer has a picture. Reload the page.");
    await tx.deleteFrom("application_icons").where("application_id", "=", id).execute();
    await tx.updateTable("applications").set({ icon: null }).where("id", "=", id).execute();
    return findApplication(tx, id);
  });
}

export async function findPicture(
  db: Db | Tx,
  id: string,
  hash: string,
): Promise<{ type: string; content: Uint8Array } | null> {
  if (!isSnowflake(id) || !/^[0-9a-f]{32}$/.test(hash)) return null;
  const row = await db
    .selectFrom("application_icons")
    .select(["type", "content"])
    .where("application_id", "=", id)
    .where("hash", "=", hash)
    .executeTakeFirst();
  return row ?? null;
}
