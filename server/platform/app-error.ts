import { ERRORS, type ErrorCode, type ErrorDetails } from '#shared/contracts/errors.ts'

/** A refusal: thrown anywhere below a route, turned into an answer in the caller's language at the edge. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: ErrorDetails
  /** Seconds after which the caller may try again. */
  readonly retryAfter: number | undefined

  constructor(code: ErrorCode, details: ErrorDetails = {}, retryAfter?: number) {
    super(code)
    this.code = code
    this.details = details
    this.retryAfter = retryAfter
  }

  get status(): number {
    return ERRORS[this.code]
  }
}

/** A refusal that commits: what its transaction has written before it is kept. Any other refusal rolls it back. */
export class CommittingRefusal extends AppError {}
