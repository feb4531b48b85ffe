import "server-only";
import { execFile } from "node:child_process";
import { hideInText } from "@/lib/shared/settings/credentials";

const TIMEOUT = 60_000;
const MOST_OUTPUT = 16 * 1024 * 1024;

/**
 * Options that stop git from running programs that a repository's configuration names: hooks, file system monitors,
 * signers, pagers and credential helpers. The commands also never use a configured remote's name, because its settings
 * can name programs.
 */
const confined = [
  "core.hooksPath=/dev/null",
  "core.fsmonitor=false",
  "core.pager=cat",
  "core.alternateRefsCommand=true",
  "core.askPass=true",
  "credential.helper=",
  "commit.gpgSign=false",
  "push.gpgSign=false",
  "push.recurseSubmodules=no",
  "fetch.recurseSubmodules=no",
  "log.showSignature=false",
  "gc.auto=0",
  "maintenance.auto=false",
].flatMap((option) => ["-c", option]);

/** Only what git needs: the panel's environment has secrets. */
function environment(): NodeJS.ProcessEnv {
  const names = [
    "PATH",
    "HOME",
    "SSH_AUTH_SOCK",
    "HTTPS_PROXY",
    "https_proxy",
    "HTTP_PROXY",
    "http_proxy",
    "NO_PROXY",
  ];
  return {
    ...Object.fromEntries(names.map((name) => [name, process.env[name]])),
    NODE_ENV: process.env.NODE_ENV,
    LC_ALL: "C.UTF-8",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_TERMINAL_PROMPT: "0",
    GIT_ALLOW_PROTOCOL: "file:http:https:ssh",
    GIT_SSH_COMMAND: "ssh -o BatchMode=yes",
    GIT_NO_REPLACE_OBJECTS: "1",
  };
}

/** A command of git failed. The message has the error in its output, without credentials. */
export class GitError extends Error {}

export type Git = (words: readonly string[], input?: string | Buffer) => Promise<string>;

/** @param signal stops git @throws GitError */
export function gitIn(folder: string, signal?: AbortSignal): Git {
  return (words, input) =>
    new Promise((resolve, reject) => {
      const child = execFile(
        "git",
        [...confined, "-C", folder, ...words],
        {
          env: environment(),
          timeout: TIMEOUT,
          ...(signal && { signal }),
          maxBuffer: MOST_OUTPUT,
          windowsHide: true,
        },
        (error, stdout, stderr) => {
          if (!error) return resolve(stdout);
          const lines = stderr.trim().split("\n");
          const said =
            lines.find((line) => /^(?:fatal|error): /.test(line)) ||
            lines.at(-1) ||
            error.message.split("\n", 1)[0];
          const isMissing = "code" in error && error.code === "ENOENT";
          reject(
            new GitError(
              isMissing
                ? "git is not installed. Install it."
                : `git ${words[0]} failed: ${hideInText(said ?? "")}`,
            ),
          );
        },
      );
      // A command that fails early closes its input.
      child.stdin?.on("error", () => undefined);
      child.stdin?.end(input);
    });
}
