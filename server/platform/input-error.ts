import type { $ZodIssue } from 'zod/v4/core'

/** Input that does not match its contract or the stored data, with all its issues. */
export class InputError extends Error {
  readonly issues: readonly $ZodIssue[]

  constructor(issues: readonly $ZodIssue[]) {
    super('invalid input')
    this.issues = issues
  }
}

/**
 * An InputError for one field, for checks against stored data that a contract cannot make.
 * @param message a translation key like those of the contracts (`shared/contracts/base/wording.ts`)
 */
export function inputError(field: string, message: string): InputError {
  return new InputError([{ code: 'custom', path: [field], message, input: undefined }])
}
