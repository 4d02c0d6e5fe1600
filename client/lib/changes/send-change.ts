import type { Endpoint, ResponseOf } from '#shared/contracts/base/endpoint.ts'
import { toast } from '../../ui/toast/store.ts'
import { type Call, type CallOptions, callApi } from '../api/api.ts'
import { errorMessage, RequestError } from '../api/request-error.ts'

/** Milliseconds after which a change without a response counts as unanswered: whether it was made is unknown. */
const CHANGE_TIMEOUT_MS = 15_000

/** `callApi` for a change: throws a NoAnswerError after `CHANGE_TIMEOUT_MS`, unless `options` has another timeout. */
export function sendChange<E extends Endpoint>(
  endpoint: E | Call<E>,
  options: CallOptions<E> = {},
): Promise<ResponseOf<E>> {
  return callApi(endpoint, { timeout: CHANGE_TIMEOUT_MS, ...options })
}

/** Makes a change only of this version (docs/product/orders.md#orders-match, docs/product/menu.md#menu-versions). */
export function ifMatch({ version }: { version: number }): { 'If-Match': string } {
  return { 'If-Match': `"${version}"` }
}

/** Awaits a delete; a 404 counts as success, since somebody else has already deleted it. */
export async function ignoreNotFound(deleting: Promise<unknown>): Promise<void> {
  try {
    await deleting
  } catch (error) {
    if (!(error instanceof RequestError) || error.status !== 404) throw error
  }
}

/** @param subject what failed, by default the title: `withdrawToast` removes the toast once it has succeeded */
export function toastFailure(title: string, error: unknown, description = errorMessage(error), subject = title): void {
  toast({ variant: 'destructive', title, description, subject })
}
