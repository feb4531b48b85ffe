import { isSnowflake, snowflakeTime } from "@/lib/directory/snowflake";

const format = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "medium", timeZone: "UTC" });

/** The moment that an id bears, in UTC so that everybody reads the same; null for what is no id. */
export function snowflakeDate(id: string): string | null {
  return isSnowflake(id) ? `${format.format(snowflakeTime(id))} UTC` : null;
}
