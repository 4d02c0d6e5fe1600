import i18n from 'i18next'
import { NoAnswerError, RequestError } from './request-error.ts'

/** The message to show for a failed request: the server's own, that there is no connection, or a general one. */
export function errorMessage(error: unknown): string {
  if (error instanceof RequestError && error.serverMessage) return error.serverMessage
  if (error instanceof NoAnswerError) return i18n.t('common.noConnection')
  return i18n.t('errors.internal')
}
