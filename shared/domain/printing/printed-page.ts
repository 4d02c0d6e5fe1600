/**
 * The page size for printing the tables' codes. Without margins, because browsers print headers and footers in them. It
 * is the only inline style, and the content security policy allows it by its hash.
 */
export const CODES_PAPER = '@page { size: A4 portrait; margin: 0 }'
