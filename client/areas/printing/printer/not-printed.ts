import i18n from 'i18next'
import { logProblem } from '../../../lib/browser/log.ts'
import { toastFailure } from '../../../lib/changes/toast-failure.ts'
import { withdrawToast } from '../../../ui/toast/store.ts'
import { PopupBlockedError } from './popup-printer.ts'

const PRINTER = 'printer'

/** Reports in a toast that printing failed, and logs the error. */
export function toastNotPrinted(error: unknown): void {
  logProblem('A document could not be printed', error)
  const reason = error instanceof PopupBlockedError ? 'printing.blocked' : 'printing.failedDescription'
  toastFailure(i18n.t('printing.failed'), error, i18n.t(reason), PRINTER)
}

/** Withdraws that toast, once something was printed. */
export function withdrawNotPrinted(): void {
  withdrawToast(PRINTER)
}
