import { toast } from '../../ui/toast/store.ts'
import { errorMessage } from '../api/request-error.ts'

/** @param subject what failed, by default the title: `withdrawToast` removes the toast once it has succeeded */
export function toastFailure(title: string, error: unknown, description = errorMessage(error), subject = title): void {
  toast({ variant: 'destructive', title, description, subject })
}
