import "server-only";
import { AppError } from "@/lib/errors";

/** Bytes of the largest picture. */
export const LARGEST_PICTURE = 256 * 1024;
/** Pixels. Larger ones cost whoever looks at them more memory than bytes suggest. */
const LARGEST_SIDE = 1024;

export type PictureType = "image/png" | "image/webp" | "image/jpeg";

interface Picture {
  type: PictureType;
  width: number;
  height: number;
}

const text = (bytes: Buffer, start: number, end: number) => bytes.toString("latin1", start, end);

function png(bytes: Buffer): Picture | null {
  if (text(bytes, 0, 8) !== "\x89PNG\r\n\x1a\n" || text(bytes, 12, 16) !== "IHDR" || bytes.length < 33)
    return null;
  return { type: "image/png", width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** A WebP file is lossy (`VP8 `), lossless (`VP8L`) or has further features (`VP8X`); each writes its size otherwise. */
function webp(bytes: Buffer): Picture | null {
  if (text(bytes, 0, 4) !== "RIFF" || text(bytes, 8, 12) !== "WEBP" || bytes.length < 30) return null;
  const type = "image/webp";
  switch (text(bytes, 12, 16)) {
    case "VP8 ":
      return { type, width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    case "VP8L": {
      const bits = bytes.readUInt32LE(21);
      return { type, width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case "VP8X":
      return { type, width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    default:
      return null;
  }
}

/** The size stands in the frame's header (`SOF`), after segments that each say how long they are. */
function jpeg(bytes: Buffer): Picture | null {
  if (text(bytes, 0, 3) !== "\xff\xd8\xff") return null;
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame)
      return { type: "image/jpeg", height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
  }
  return null;
}

/**
 * What a picture is by its own bytes, whatever it was said to be.
 * @throws AppError `body-too-large`, `unsupported-media-type` for what is no PNG, WebP or JPEG, `invalid-input` for one
 *   that is not square or has too many pixels
 */
export function pictureType(content: Uint8Array): PictureType {
  if (content.byteLength > LARGEST_PICTURE)
    throw new AppError("body-too-large", "The picture is larger than 256 kB. Choose a smaller one.");
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const picture = png(bytes) ?? webp(bytes) ?? jpeg(bytes);
  if (!picture)
    throw new AppError(
      "unsupported-media-type",
      "The panel stores pictures as PNG, WebP or JPEG only. Choose a file in one of these formats.",
    );
  const { width, height } = picture;
  if (width !== height || width < 1 || width > LARGEST_SIDE)
    throw new AppError(
      "invalid-input",
      `The picture has ${width} × ${height} pixels. Send a square one of at most ${LARGEST_SIDE} pixels a side.`,
    );
  return picture.type;
}
