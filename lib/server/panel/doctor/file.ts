import "server-only";
import { isMountPoint, openOwnRules, ownRuleProblems, ownViolations } from "@/lib/server/config-file";
import { type Check, error, ok, type Result, skipped, type Subject, warning } from "./finding";

export const fileChecks: readonly Check[] = [
  ["configuration file", configuration],
  ["own rules", ownRules],
];

function configuration({ env: { configPath }, file }: Subject): Result {
  switch (file.state) {
    case "missing":
      return warning(`There is no file at ${configPath}. Set CONFIG_PATH, or let the panel create the file.`);
    case "unreadable":
      return error(`${configPath} cannot be read (${file.reason}). Change its owner or its mode.`);
    case "broken":
      return error(`${configPath} is not usable: ${file.problems}`);
    case "usable": {
      const words = `${configPath} is a valid file with ${file.version.naming} key names`;
      return ok(
        isMountPoint(configPath)
          ? `${words}. It is a mount point, so a save writes it in place. Mount its folder instead if you can.`
          : `${words}.`,
      );
    }
  }
}

function ownRules({ env: { configRules }, file }: Subject): Result {
  if (file.state !== "usable") return skipped("There is no usable file to check.");
  const { version } = file;
  const rules = { ownRules: openOwnRules(configRules) };
  const problems = ownRuleProblems(rules, version.edition.registry);
  if (problems.length > 0) return error(problems.map(({ message }) => message).join(" "));
  const count = rules.ownRules.now().rules.length;
  if (count === 0) return skipped(`There are no rules of your own in ${configRules.path}.`);
  const broken = ownViolations(rules, version);
  return broken.length > 0
    ? warning(
        `The file breaks ${broken.length} of your ${count} rules: ${broken.map(({ message }) => message).join(" ")} Change the file or the rules.`,
      )
    : ok(`The file keeps ${count === 1 ? "your rule" : `your ${count} rules`}.`);
}
