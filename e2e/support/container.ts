import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { archiveHere, unpackRelease } from "./release";

const CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt";

const isRoot = process.getuid?.() === 0;
const isInstalled = (program: string) => spawnSync(program, ["--version"]).error === undefined;

export const hasBuildah = isRoot && isInstalled("buildah");
/** Whether containers can be run, and not only built: with namespaces, and the root as a mount of its own. */
export const hasPodman = isRoot && isInstalled("podman") && isInstalled("runc");

export interface Image {
  /** The command line that runs a command in a new container, as `buildah run` needs it. */
  run: (options: readonly string[], command: readonly string[]) => [string, ...string[]];
  /** The command line of podman, which runs the image in real containers. */
  podman: readonly string[];
  /** Names of the Debian packages with the libraries that Node and the native modules load; null on other systems. */
  packages: string[] | null;
  /** The image's user, entry point and volumes. */
  config: Record<string, unknown>;
  /** The container's root, as a folder of this machine. */
  root: string;
  dispose: () => void;
}

/** Paths of the libraries that a program or a native module loads. */
function librariesOf(file: string): string[] {
  const { stdout } = spawnSync("ldd", [file], { encoding: "utf8" });
  return [...stdout.matchAll(/(?:=> )?(\/\S+) \(0x/g)].map(([, path = ""]) => path);
}

function packagesOf(paths: readonly string[]): string[] | null {
  if (!isInstalled("dpkg-query")) return null;
  const names = paths.map((path) => {
    // dpkg knows a file by the path in its package, which may have been before /usr was merged.
    const candidates = [path, realpathSync(path)].flatMap((one) => [
      one,
      one.replace(/^\/usr/, ""),
      `/usr${one}`,
    ]);
    const { stdout } = spawnSync("dpkg-query", ["--search", ...candidates], { encoding: "utf8" });
    return /^([^:\s]+)/.exec(stdout)?.[1] ?? path;
  });
  return [...new Set(names)].toSorted();
}

/**
 * Builds the Containerfile without a registry, on a base from this machine: Node, the C library and CA certificates,
 * without a shell, as in the base that the Containerfile names.
 */
export function buildImage(node: string): Image {
  const home = mkdtempSync(join(tmpdir(), "container-"));
  const places = ["--root", join(home, "storage"), "--runroot", join(home, "run")];
  const storage = [...places, "--storage-driver", "vfs"];
  const buildah = (...words: string[]) => {
    const { status, stdout, stderr } = spawnSync("buildah", [...storage, ...words], { encoding: "utf8" });
    if (status !== 0) throw new Error(`buildah ${words.join(" ")}\n${stderr}`);
    return stdout.trim();
  };
  const base = join(home, "base");
  const place = (from: string, to: string) => {
    mkdirSync(dirname(join(base, to)), { recursive: true });
    copyFileSync(from, join(base, to));
  };
  place(node, "nodejs/bin/node");
  const release = unpackRelease(node);
  const natives = spawnSync("find", [release.folder, "-name", "*.node"], { encoding: "utf8" })
    .stdout.trim()
    .split("\n");
  const libraries = new Set(
    [node, ...natives].flatMap(librariesOf).filter((path) => !path.startsWith(release.folder)),
  );
  for (const library of libraries) place(library, library);
  release.dispose();
  if (existsSync(CERTIFICATES)) place(CERTIFICATES, CERTIFICATES);
  for (const folder of ["tmp", "etc", "proc", "dev", "sys"])
    mkdirSync(join(base, folder), { recursive: true });

  const scratch = buildah("from", "scratch");
  buildah("copy", "--quiet", scratch, base, "/");
  buildah("commit", "--quiet", scratch, "base");
  const from = [
    "--build-arg",
    "BASE=localhost/base",
    "--build-arg",
    `ARCHIVE=${archiveHere().slice(process.cwd().length + 1)}`,
  ];
  buildah(
    "build",
    "--quiet",
    "--format=docker",
    "--isolation=chroot",
    ...from,
    "-f",
    "Containerfile",
    "-t",
    "panel",
    ".",
  );
  const container = buildah("from", "localhost/panel");
  const { Docker } = JSON.parse(buildah("inspect", container)) as {
    Docker: { config: Record<string, unknown> };
  };
  return {
    run: (options, command) => [
      "buildah",
      ...storage,
      "run",
      "--isolation=chroot",
      ...options,
      container,
      "--",
      ...command,
    ],
    podman: [...["podman", ...storage, "--cgroup-manager", "cgroupfs", "--runtime", "runc"]],
    packages: packagesOf([...libraries]),
    config: Docker.config,
    root: buildah("mount", container),
    dispose: () => {
      buildah("rm", container);
      rmSync(home, { recursive: true, force: true });
    },
  };
}
