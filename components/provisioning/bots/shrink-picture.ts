/** Maximum size in bytes that the panel accepts. */
export const LARGEST_PICTURE = 256 * 1024;
/** Side lengths in pixels. If the picture is still too large in every format, the next length is tried. */
const SIDES = [512, 384, 256];
/**
 * In the order tried. Browsers that cannot encode WebP write PNG instead. JPEG follows, because PNG files of
 * photographs are large.
 */
const FORMATS = [
  ["image/webp", 0.9],
  ["image/png", 1],
  ["image/jpeg", 0.85],
] as const;
const ACCEPTED = ["image/png", "image/webp", "image/jpeg"];
/** Maximum size in bytes of the chosen file. The browser may be unable to decode a larger file. */
const LARGEST_FILE = 20 * 1024 * 1024;

export class UnusablePicture extends Error {}

export async function shrinkPicture(file: Blob): Promise<Blob> {
  if (!ACCEPTED.includes(file.type)) throw new UnusablePicture("Choose a PNG, WebP or JPEG file.");
  if (file.size > LARGEST_FILE)
    throw new UnusablePicture("The file is larger than 20 MB. Choose a smaller file.");
  const picture = await createImageBitmap(file).catch(() => {
    throw new UnusablePicture("The browser cannot read this picture. Choose another file.");
  });
  try {
    for (const side of SIDES)
      for (const [type, quality] of FORMATS) {
        const blob = await encode(picture, Math.min(side, Math.max(256, shortSide(picture))), type, quality);
        if (blob && blob.size <= LARGEST_PICTURE) return blob;
      }
  } finally {
    picture.close();
  }
  throw new UnusablePicture("The browser cannot shrink this picture enough. Choose another file.");
}

const shortSide = ({ width, height }: ImageBitmap) => Math.min(width, height);

async function encode(picture: ImageBitmap, side: number, type: string, quality: number) {
  const canvas = Object.assign(document.createElement("canvas"), { width: side, height: side });
  const context = canvas.getContext("2d");
  if (!context) return null;
  const cut = shortSide(picture);
  context.imageSmoothingQuality = "high";
  const [left, top] = [(picture.width - cut) / 2, (picture.height - cut) / 2];
  context.drawImage(picture, left, top, cut, cut, 0, 0, side, side);
  return new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality));
}
