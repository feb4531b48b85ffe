import { bitsOf, hasBit } from "@/lib/shared/chat/bits";

/** The bit of the right OPERATOR, which includes every other right. */
export const OPERATOR_BIT = 0;

/**
 * Whether the rights include OPERATOR.
 * @param rights a decimal number
 */
export const isOperatorOf = (rights: string): boolean => hasBit(bitsOf(rights) ?? 0n, OPERATOR_BIT);
