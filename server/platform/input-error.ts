import type { $ZodIssue } from 'zod/v4/core'

/** Input that does not fit its contract, or what it is about, with everything that is wrong with it. */
export class InputError extends Error {
  readonly issues: readonly $ZodIssue[]

  constructor(issues: readonly $ZodIssue[]) {
    super('invalid input')
    this.issues = issues
  }
}

/**
 * One field's fault that only shows beside what is stored.
 * @param message a translation key, as the contracts' own (`shared/contracts/wording.ts`)
 */
export function inputError(field: string, message: string): InputError {
  return new InputError([{ code: 'custom', path: [field], message, input: undefined }])
}
