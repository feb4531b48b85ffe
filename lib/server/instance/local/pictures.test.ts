import sharp from "sharp";
import { expect, test } from "vitest";
import { testInstanceStore } from "@/testing/test-instance-store";
import { LARGEST_PICTURE } from "./pictures";

const draw = (format: "png" | "jpeg" | "webp" | "gif", width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: "#2f5fd0" } })
    .toFormat(format)
    .toBuffer();
const png = (width: number, height: number) => draw("png", width, height);

async function harbor() {
  const { store, as, db } = await testInstanceStore();
  const owner = await store.createUser({ username: "ada" });
  const { id } = await store.createApplication(owner.id, { name: "Harbor" });
  return { bots: as(owner.id).bots, db, id };
}

test("a bot's picture can be replaced and removed", async () => {
  const { bots, db, id } = await harbor();
  const first = (await bots.setPicture(id, await png(256, 256))).icon!;
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  const stored = await bots.picture(id, first);
  expect([stored?.type, Buffer.from(stored!.content)]).toEqual(["image/png", await png(256, 256)]);
  const second = (await bots.setPicture(id, await draw("jpeg", 300, 300))).icon!;
  expect([await bots.picture(id, first), (await bots.picture(id, second))?.type]).toEqual([
    null,
    "image/jpeg",
  ]);
  expect(await bots.picture("a\0", second)).toBeNull();
  for (const hash of ["\0", `\0${second}`, `${second}\0`]) expect(await bots.picture(id, hash)).toBeNull();
  expect((await bots.removePicture(id)).icon).toBeNull();
  expect(await bots.picture(id, second)).toBeNull();
  await expect(bots.removePicture(id)).rejects.toMatchObject({ code: "not-found" });
  await bots.setPicture(id, await png(64, 64));
  await bots.delete(id);
  expect(await db.selectFrom("application_icons").select("hash").execute()).toEqual([]);
  await expect(bots.setPicture(id, await png(64, 64))).rejects.toMatchObject({ code: "unknown-application" });
});

test("accepts PNG, JPEG and WebP up to 1024 pixels a side, detected by content", async () => {
  const { bots, id } = await harbor();
  const typeOf = async (file: Buffer) =>
    (await bots.picture(id, (await bots.setPicture(id, file)).icon!))?.type;
  for (const format of ["png", "jpeg", "webp"] as const)
    expect(await typeOf(await draw(format, 1024, 1024))).toBe(`image/${format}`);
  for (const [width, height] of [
    [256, 255],
    [1025, 1025],
  ] as const)
    await expect(bots.setPicture(id, await png(width, height))).rejects.toMatchObject({
      code: "invalid-input",
    });
  for (const [size, code] of [
    [LARGEST_PICTURE, "unsupported-media-type"],
    [LARGEST_PICTURE + 1, "body-too-large"],
  ] as const)
    await expect(bots.setPicture(id, Buffer.alloc(size))).rejects.toMatchObject({ code });
});

test("refuses pictures in other formats, truncated pictures, and markup disguised as a picture", async () => {
  const { bots, id } = await harbor();
  const markup = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  const [photo, drawing, webp] = [await draw("jpeg", 64, 64), await png(64, 64), await draw("webp", 64, 64)];
  const refused = [
    Buffer.alloc(0),
    markup,
    await draw("gif", 64, 64),
    photo.subarray(0, photo.length >> 1),
    drawing.subarray(0, drawing.length - 20),
    webp.subarray(0, webp.length - 20),
    Buffer.concat([webp.subarray(0, 30), markup]),
    Buffer.concat([drawing.subarray(0, 33), markup]),
  ];
  for (const file of refused)
    await expect(bots.setPicture(id, file)).rejects.toMatchObject({ code: "unsupported-media-type" });
});

test("refuses a small file that declares 400 megapixels, without decoding it", async () => {
  const { bots, id } = await harbor();
  const huge = await draw("jpeg", 64, 64);
  // Enlarge the size in the JPEG frame header: height and width are 5 and 7 bytes after the frame's marker.
  const frame = huge.indexOf(Buffer.from([0xff, 0xc0]));
  for (const offset of [5, 7]) huge.writeUInt16BE(20_000, frame + offset);
  const refusal = expect(bots.setPicture(id, huge)).rejects;
  await refusal.toMatchObject({ code: "invalid-input", message: expect.stringContaining("20000 × 20000") });
});
