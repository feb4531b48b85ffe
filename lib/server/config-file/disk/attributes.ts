import "server-only";
import { execFile } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { basename, dirname } from "node:path";
import { promisify } from "node:util";
import { AppError } from "@/lib/errors";
import type { Disk } from "./disk";
import { maxBytes } from "../version";

/*
 * A save replaces the file with a new file. Node can copy only the owner and the mode. So GNU tar reads the
 * access lists, extended attributes and security labels, and cp copies them. Starting these programs takes
 * milliseconds. They are not started if the last save had nothing to copy and the file has not changed since.
 */

const run = promisify(execFile);

/** The environment contains neither the user's locale nor extra options for tar. */
const options = () => ({
  env: { NODE_ENV: process.env.NODE_ENV, PATH: process.env.PATH, LC_ALL: "C" },
  timeout: 10_000,
  maxBuffer: 3 * maxBytes,
});

function identityOf(path: string): string | null {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stat ? `${stat.dev}:${stat.ino}:${stat.ctimeNs}` : null;
}

/**
 * Copies the attributes of the file at `target` to a new file that already has the same owner and mode.
 * @returns whether nothing had to be copied
 * @throws AppError `config-write-failed` if an attribute would be lost
 */
export async function copyAttributes(disk: Disk, target: string, temp: string): Promise<boolean> {
  const { state } = disk;
  if (state.plain === identityOf(target)) return true;
  const before = await attributesOf(target, temp);
  state.attributesUnknown = before === null;
  if (before === null || before[0] === before[1]) return true;
  await copy(target, temp).catch(() => undefined);
  const after = await attributesOf(target, temp);
  if (after === null || after[0] !== after[1]) throw wouldBeLost(target, before[0]);
  return false;
}

/** Call this right after a save has created the file at `target`. */
export function rememberAttributes({ state }: Disk, target: string, plain: boolean): void {
  state.plain = plain ? identityOf(target) : null;
}

/** Called once at startup, so that operators see a warning before the first save. */
export async function tryAttributes({ state }: Disk, target: string): Promise<void> {
  if (existsSync(target)) state.attributesUnknown = (await attributesOf(target, target)) === null;
}

/** Returns null if this machine's tar cannot read them. */
async function attributesOf(one: string, other: string): Promise<[string, string] | null> {
  const names = [one, other].map((path) => `./${basename(path)}`);
  // If both paths refer to the same file, `--hard-dereference` prevents tar from storing the second file as a
  // link.
  const kinds = ["--format=pax", "--xattrs", "--xattrs-include=*", "--acls", "--hard-dereference"];
  try {
    const { stdout } = await run("tar", ["-cf", "-", ...kinds, "-C", dirname(one), "--", ...names], {
      ...options(),
      encoding: "buffer",
    });
    const [first, second] = attributesIn(stdout);
    return first === undefined || second === undefined ? null : [first, second];
  } catch {
    return null;
  }
}

const block = 512;
const computed = /^SCHILY\.xattr\.security\.(ima|evm)=/;

/** Reads the attributes from a pax archive: one text per file, with one line per attribute, in quotes. */
function attributesIn(archive: Buffer): string[] {
  const files: string[] = [];
  let pending = "";
  for (let at = 0; archive[at];) {
    const size = parseInt(archive.toString("latin1", at + 124, at + 136), 8);
    const body = archive.subarray(at + block, at + block + size);
    if (archive[at + 156] === "x".charCodeAt(0)) {
      pending = records(body)
        .filter((text) => /^SCHILY\.(xattr|acl)\./.test(text) && !computed.test(text))
        .map((text) => JSON.stringify(text))
        .sort()
        .join("\n");
    } else {
      files.push(pending);
      pending = "";
    }
    at += block + Math.ceil(size / block) * block;
  }
  return files;
}

/**
 * A record consists of its length in bytes, a space, the key, `=`, the value, and a line feed. Returns each key with `=`
 * and the value.
 */
function records(body: Buffer): string[] {
  const records: string[] = [];
  for (let at = 0; ;) {
    const length = parseInt(body.toString("latin1", at, at + 20), 10);
    if (!(length > 0)) return records;
    records.push(body.toString("latin1", body.indexOf(" ", at) + 1, at + length - 1));
    at += length;
  }
}

async function copy(from: string, to: string): Promise<void> {
  const kinds = ["mode", "xattr", ...(existsSync("/sys/fs/selinux/enforce") ? ["context"] : [])];
  await run("cp", ["--attributes-only", `--preserve=${kinds.join()}`, "--", from, to], options());
}

function wouldBeLost(target: string, attributes: string): AppError {
  const names = [...attributes.matchAll(/"SCHILY\.(?:xattr\.)?([^=]+)=/g)].map(([, name]) => name);
  const listed = names.length > 0 ? ` (${[...new Set(names)].join(", ")})` : "";
  return new AppError(
    "config-write-failed",
    `A save would lose the access list or the extended attributes of ${target}${listed}. The file was not changed. Install GNU cp with support for them (package coreutils on Debian and Alpine), or run the panel as a user who is allowed to set them.`,
    { details: { reason: "attributes", aftermath: "unchanged" } },
  );
}

export const attributesUnknown =
  "This machine's tar cannot determine whether the file has an access list or extended attributes, which a save would lose. If the file has any, install GNU tar and coreutils, and restart the panel.";
