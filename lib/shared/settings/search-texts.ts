import { type Card, type Field, kindOf } from "./field";
import type { RegisteredSection } from "./registry";
import { notesOf } from "./wording";

/** The searched texts of a setting, page or command, and the weight of a match in each text. */
export const boosts = {
  whole: 40,
  label: 10,
  key: 9,
  option: 7,
  synonym: 7,
  group: 4,
  value: 3,
  help: 2,
  end: 0.5,
};
export type Texts = { [Name in keyof typeof boosts]?: string | undefined };

/** Common names for sections that the texts of the section do not contain. */
export const sectionNames: Partial<Record<RegisteredSection["id"], readonly string[]>> = {
  cdn: ["Storage", "S3", "Bucket", "Uploads", "Media", "Files"],
  gateway: ["WebSocket", "Real-time"],
  regions: ["Voice"],
  register: ["Sign up", "Signup"],
  login: ["Sign in"],
  security: ["Secrets", "Signing keys", "Proxies"],
  guild: ["Guild settings"],
  limits: ["Quotas", "Rate limits"],
  gif: ["GIFs", "Giphy", "Tenor"],
  external: ["Embeds"],
  email: ["Mail", "SMTP", "Mail server"],
  broker: ["RabbitMQ", "Queue"],
  errorTracking: ["Sentry", "Error reporting", "Crash reports"],
  metrics: ["Prometheus", "Monitoring"],
};

export function textsOfSetting(section: RegisteredSection, card: Card, field: Field): Texts {
  const options = kindOf(field).options?.(field) ?? [];
  return {
    whole: [field.path, field.label, ...(field.synonyms ?? [])].join("\n"),
    label: field.label,
    key: field.path,
    synonym: (field.synonyms ?? []).join(" "),
    option: options.map(({ label, value }) => `${label} ${value}`).join(" "),
    group: `${card.title} ${section.title}`,
    help: [field.help, ...notesOf(field)].join(" "),
    end: `${field.label} ${field.path}`,
  };
}

export function textsOfPlace({ title, names = [] }: { title: string; names?: readonly string[] }): Texts {
  return { whole: [title, ...names].join("\n"), label: title, synonym: names.join(" "), end: title };
}

export function textsOfSection({ id, title, description, cards }: RegisteredSection): Texts {
  return {
    whole: `${id}\n${title}`,
    label: title,
    key: id,
    synonym: (sectionNames[id] ?? []).join(" "),
    group: cards.map((card) => card.title).join(" "),
    help: description,
    end: title,
  };
}
