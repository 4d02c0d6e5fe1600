import type { Answer, Endpoint } from '#shared/contracts/base/endpoint.ts'
import { type CallOptions, callApi } from '../api/api.ts'
import type { BareEndpoint } from '../api/bare-endpoint.ts'

/** Milliseconds after which a change without a response counts as unanswered: whether it was made is unknown. */
const CHANGE_TIMEOUT_MS = 15_000

/** `callApi` for a change: throws a NoAnswerError after `CHANGE_TIMEOUT_MS`, unless `options` has another timeout. */
export function sendChange<E extends Endpoint>(
  endpoint: E | BareEndpoint<E>,
  options: CallOptions<E> = {},
): Promise<Answer<E>> {
  return callApi(endpoint, { timeout: CHANGE_TIMEOUT_MS, ...options })
}
