import * as zod from "zod/mini";

/**
 * The parts of zod that settings use. Passing the whole library as a value would include all of it in the
 * pages, even its messages in every language.
 */
export const z = {
  array: zod.array,
  boolean: zod.boolean,
  cidrv4: zod.cidrv4,
  cidrv6: zod.cidrv6,
  email: zod.email,
  enum: zod.enum,
  int: zod.int,
  ipv4: zod.ipv4,
  ipv6: zod.ipv6,
  literal: zod.literal,
  looseObject: zod.looseObject,
  maxLength: zod.maxLength,
  maximum: zod.maximum,
  minLength: zod.minLength,
  minimum: zod.minimum,
  number: zod.number,
  refine: zod.refine,
  regex: zod.regex,
  string: zod.string,
  superRefine: zod.superRefine,
  toUpperCase: zod.toUpperCase,
  trim: zod.trim,
  union: zod.union,
};
