/** After so many milliseconds an answer to a change counts as lost. */
export const ANSWER_WITHIN_MS = 15_000
