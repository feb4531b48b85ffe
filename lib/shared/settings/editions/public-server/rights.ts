/** The largest number that the program's database holds as rights: signed, 64 bits. */
export const MOST_RIGHTS = 2n ** 63n - 1n;
