import i18n from 'i18next'
import { setSoldOut } from '#shared/contracts/menu/menu-editing.ts'
import { sendChange } from '../../../lib/changes/send-change.ts'
import { toastFailure } from '../../../lib/changes/toast-failure.ts'
import { toast, withdrawToast } from '../../../ui/toast/store.ts'
import { holdersText } from './holders-text.ts'

interface Dish {
  menuItemId: number
  name: string
}

/**
 * Marks a dish as sold out today, and says in which orders and shared carts it still is; the toast offers to undo that
 * (docs/product/menu.md#menu-sold-out).
 */
export async function sellOut(dish: Dish, soldOut = true): Promise<void> {
  const { menuItemId, name } = dish
  const { t } = i18n
  const subject = `sold out ${menuItemId}`
  try {
    const answer = await sendChange(setSoldOut, { params: { id: String(menuItemId) }, body: { soldOut } })
    withdrawToast(subject)
    if (answer.soldOutUntil === null) {
      toast({ title: t('soldOut.undone', { name }) })
      return
    }
    const holders = holdersText(t, answer.heldBy)
    toast({
      title: t('soldOut.done', { name }),
      description: holders.length > 0 ? `${t('soldOut.heldBy')} ${holders.join(', ')}` : undefined,
      action: { label: t('orders.undo'), onAct: () => void sellOut(dish, false) },
    })
  } catch (error) {
    toastFailure(t('soldOut.failed'), error, undefined, subject)
  }
}
