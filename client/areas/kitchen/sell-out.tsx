import type { TFunction } from '#shared/i18n/translate.ts'
import { confirm } from '../../lib/dialogs/confirm.tsx'
import { type DishToMake, sellOut, WhatIsLeft } from '../orders/index.ts'

/** Asks before a dish is marked as sold out; its options are marked by a tap. */
export async function askToSellOut(t: TFunction, { menuItemId }: DishToMake, name: string): Promise<void> {
  if (menuItemId === null) return
  const isConfirmed = await confirm({
    title: t('kitchen.sidebar.soldOutTitle', { name }),
    description: t('orders.soldOut.hint'),
    confirm: t('orders.soldOut.mark'),
    body: <WhatIsLeft menuItemId={menuItemId} />,
  })
  if (isConfirmed) void sellOut({ menuItemId, name })
}
