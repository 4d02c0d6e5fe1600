import type { ErrorBody } from '#shared/contracts/errors.ts'
import { t } from '../../ui/translation.ts'

// A 4xx about the sender, the rate or the time, sent before the server has validated the request.
const NOT_ABOUT_THE_REQUEST = [401, 403, 408, 429]

/**
 * An error response from the server (docs/product/everywhere.md#everywhere-request-error). Its `message` is the status,
 * a colon and the body's text, or the status text if the body is empty. `serverMessage` is the part to show to people.
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
   * Whether the server has processed the request and rejected it. If not, an earlier attempt under the same key may
   * have succeeded. A response without the server's kind of body is from something between: a proxy, a Wi-Fi's sign-in
   * page.
   */
  get isDecision(): boolean {
    const { status, serverMessage } = this
    return status >= 400 && status < 500 && !NOT_ABOUT_THE_REQUEST.includes(status) && serverMessage !== undefined
  }

  /** The server's message for people, in the language of the request. */
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

/** The server could not be reached or did not respond in time: whether it made the change is unknown. */
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

/** A 401 without the server's kind of body is from something between, and says nothing about the login session. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof RequestError && error.status === 401 && error.serverMessage !== undefined
}

/** The message to show for a failed request: the server's own, that there is no connection, or a general one. */
export function errorMessage(error: unknown): string {
  if (error instanceof RequestError && error.serverMessage) return error.serverMessage
  if (error instanceof NoAnswerError) return t('common.noConnection')
  return t('errors.internal')
}
