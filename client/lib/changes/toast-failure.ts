import { toast } from '../../ui/toast/store.ts'
import { errorMessage } from '../api/error-message.ts'

/** Reports in a toast that something failed, by default with the server's message for `error`. */
export function toastFailure(title: string, error: unknown, description = errorMessage(error)): void {
  toast({ variant: 'destructive', title, description })
}
