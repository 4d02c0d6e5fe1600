/**
 * The paper of the tables' codes, without margins, because browsers print lines of their own in them. It is the only
 * style that a page writes into itself, and the pages' policy names it by its hash.
 */
export const CODES_PAPER = '@page { size: A4 portrait; margin: 0 }'
