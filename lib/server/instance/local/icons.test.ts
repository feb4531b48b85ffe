import { expect, test } from "vitest";
import { testInstanceStore } from "@/testing/test-instance-store";
import { LARGEST_PICTURE } from "./pictures";

/** The beginnings of files, with the given size in pixels. */
function png(width: number, height: number): Buffer {
  const file = Buffer.alloc(40);
  file.write("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1");
  file.writeUInt32BE(width, 16);
  file.writeUInt32BE(height, 20);
  return file;
}
function jpeg(width: number, height: number): Buffer {
  const file = Buffer.from("ffd8ffe000044a46ffc0001108000000000301220002110103110100", "hex");
  file.writeUInt16BE(height, 13);
  file.writeUInt16BE(width, 15);
  return file;
}
function webp(kind: "VP8 " | "VP8L" | "VP8X", width: number, height: number): Buffer {
  const file = Buffer.alloc(32);
  file.write(`RIFF\0\0\0\0WEBP${kind}`, "latin1");
  if (kind === "VP8 ") file.writeUInt32LE(width | (height << 16), 26);
  if (kind === "VP8L") file.writeUInt32LE((width - 1) | ((height - 1) << 14), 21);
  if (kind === "VP8X") {
    file.writeUIntLE(width - 1, 24, 3);
    file.writeUIntLE(height - 1, 27, 3);
  }
  return file;
}

async function harbor() {
  const { store, db } = await testInstanceStore();
  const owner = await store.createUser({ username: "ada" });
  const { id } = await store.createApplication(owner.id, { name: "Harbor" });
  return { store, db, id };
}

test("a picture is kept by its hash, replaced, removed, and goes with its bot", async () => {
  const { store, db, id } = await harbor();
  const first = (await store.setIcon(id, png(256, 256))).icon!;
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  const stored = await store.findIcon(id, first);
  expect([stored?.type, Buffer.from(stored!.content)]).toEqual(["image/png", png(256, 256)]);
  const second = (await store.setIcon(id, jpeg(300, 300))).icon!;
  expect([await store.findIcon(id, first), (await store.findIcon(id, second))?.type]).toEqual([
    null,
    "image/jpeg",
  ]);
  expect([await store.findIcon("a\0", second), await store.findIcon(id, "\0")]).toEqual([null, null]);
  expect((await store.removeIcon(id)).icon).toBeNull();
  expect(await store.findIcon(id, second)).toBeNull();
  await expect(store.removeIcon(id)).rejects.toMatchObject({ code: "not-found" });
  await store.setIcon(id, png(64, 64));
  await store.deleteBot(id);
  expect(await db.selectFrom("application_icons").select("hash").execute()).toEqual([]);
  await expect(store.setIcon(id, png(64, 64))).rejects.toMatchObject({ code: "unknown-application" });
});

test("the bytes tell what a picture is", async () => {
  const { store, id } = await harbor();
  const typeOf = async (file: Buffer) =>
    (await store.findIcon(id, (await store.setIcon(id, file)).icon!))?.type;
  expect(await typeOf(png(1024, 1024))).toBe("image/png");
  expect(await typeOf(jpeg(512, 512))).toBe("image/jpeg");
  for (const kind of ["VP8 ", "VP8L", "VP8X"] as const)
    expect(await typeOf(webp(kind, 512, 512))).toBe("image/webp");

  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  const gif = Buffer.concat([Buffer.from("GIF89a"), Buffer.alloc(40)]);
  const broken = [svg, gif, Buffer.alloc(0), png(9, 9).subarray(0, 20), jpeg(9, 9).subarray(0, 10)];
  for (const file of [...broken, webp("VP8X", 9, 9).subarray(0, 16)])
    await expect(store.setIcon(id, file)).rejects.toMatchObject({ code: "unsupported-media-type" });
  for (const file of [png(256, 255), png(0, 0), jpeg(1025, 1025), webp("VP8X", 16_000, 16_000)])
    await expect(store.setIcon(id, file)).rejects.toMatchObject({ code: "invalid-input" });
  await expect(store.setIcon(id, Buffer.alloc(LARGEST_PICTURE + 1))).rejects.toMatchObject({
    code: "body-too-large",
  });
});
