import "server-only";

/** A queued message. It contains no address and no credentials of a channel. */
export interface Message {
  /** A random id. Every attempt sends the same id, so that the receiver can detect duplicates. */
  id: string;
  /** The human-readable text: one or more sentences. */
  content: string;
  /** ISO 8601 */
  at: string;
  event: string;
  instance: string;
  details: Readonly<Record<string, unknown>>;
}

/** The event name of a message that combines several events. */
const SEVERAL = "several";

export function eventsIn({ event, details }: Message): string[] {
  const { events } = details;
  const names =
    event === SEVERAL && Array.isArray(events)
      ? events.map((part: { event: string }) => part.event)
      : [event];
  return [...new Set(names)];
}

const partOf = ({ event, at, details }: Message) => ({ event, at, details });

/** `content` has the sentences of both messages, and `details.events` has the data of all events. */
export function joined(before: Message, next: Message): Message {
  const { events } = before.details;
  const parts: unknown[] = before.event === SEVERAL && Array.isArray(events) ? events : [partOf(before)];
  const prefix = `${next.instance}: `;
  const sentence = next.content.startsWith(prefix) ? next.content.slice(prefix.length) : next.content;
  return {
    ...before,
    event: SEVERAL,
    content: `${before.content}\n${sentence}`,
    details: { events: [...parts, partOf(next)] },
  };
}
