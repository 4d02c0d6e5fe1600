import { toast } from '../../ui/toast/store.ts'
import { errorMessage } from '../api/request-error.ts'

/**
 * Reports in a toast that something failed, by default with the server's message for `error`.
 * @param subject what failed, by default the title: `withdrawToast` removes the toast once the same has succeeded
 */
export function toastFailure(title: string, error: unknown, description = errorMessage(error), subject = title): void {
  toast({ variant: 'destructive', title, description, subject })
}
