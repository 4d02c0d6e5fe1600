import type { ErrorBody } from '#shared/contracts/errors.ts'

// A 4xx that is not about what was asked but about the sender, the rate or the time: the server has not looked at it.
const NOT_ABOUT_THE_REQUEST = [401, 403, 408, 429]

/**
 * A refusal by the server (docs/product.md#everywhere-request-error). Its message is the status, a colon and the body's
 * text, or the status text where the body is empty. What a person may read stands apart in `serverMessage`.
 */
export class RequestError extends Error {
  override name = 'RequestError'
  readonly status: number
  readonly body: Partial<ErrorBody>

  constructor(status: number, statusText: string, text: string) {
    super(`${status}: ${text || statusText}`)
    this.status = status
    this.body = parse(text)
  }

  /**
   * Whether the server has looked at what was asked and has refused it. Otherwise an earlier try under the same key may
   * have been done. Without the server's own kind of body the answer came from something between: a proxy, a Wi-Fi's
   * sign-in page.
   */
  get isDecision(): boolean {
    const { status, serverMessage } = this
    return status >= 400 && status < 500 && !NOT_ABOUT_THE_REQUEST.includes(status) && serverMessage !== undefined
  }

  /** The server's own words, in the language of the request. */
  get serverMessage(): string | undefined {
    return this.body.message
  }

  get code(): string | undefined {
    return this.body.code
  }

  get issues(): { path: string; message: string }[] {
    return this.body.issues ?? []
  }
}

/** The server was not reached, or did not answer in time: whether it acted is unknown. */
export class NoAnswerError extends Error {
  override name = 'NoAnswerError'
}

function parse(text: string): Partial<ErrorBody> {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null ? (body as Partial<ErrorBody>) : {}
  } catch {
    return {}
  }
}
