import type { $ZodIssue } from 'zod/v4/core'
import { ERRORS, type ErrorCode, type ErrorDetails } from '#shared/contracts/errors.ts'
import type { Dictionary } from '#shared/i18n/words/index.ts'

/** A rejected request. Thrown anywhere below a route; the error handler sends it in the caller's language. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: ErrorDetails
  /** Seconds after which the caller may try again. */
  readonly retryAfter: number | undefined
  /** The key of its message, under `errors` in the dictionaries. */
  readonly wording: keyof Dictionary['errors']

  constructor(
    code: ErrorCode,
    details: ErrorDetails = {},
    retryAfter?: number,
    wording: keyof Dictionary['errors'] = code,
  ) {
    super(code)
    this.code = code
    this.details = details
    this.retryAfter = retryAfter
    this.wording = wording
  }

  get status(): number {
    return ERRORS[this.code]
  }
}

/** Input that does not match its contract or the stored data, with all its issues. */
export class InputError extends Error {
  readonly issues: readonly $ZodIssue[]

  constructor(issues: readonly $ZodIssue[]) {
    super('invalid input')
    this.issues = issues
  }
}

/** @param message a translation key like those of the contracts (`shared/contracts/base/wording.ts`) */
export function inputError(field: string, message: string): InputError {
  return issuesError([[field, message]])
}

/** The same of several fields. */
export function issuesError(issues: readonly (readonly [field: string, message: string])[]): InputError {
  return new InputError(
    issues.map(([field, message]) => ({ code: 'custom', path: [field], message, input: undefined })),
  )
}

/** A value that was looked for. @throws AppError `code` if there is none */
export function required<Value>(value: Value, code: ErrorCode = 'not_found'): NonNullable<Value> {
  if (value === undefined || value === null) throw new AppError(code)
  return value
}
