import { Suspense } from 'react'
import type { Language } from '#shared/domain/language.ts'
import { ConfirmDialog, useTranslation, useWhileOpen } from '../../ui/index.ts'
import { type DishToMake, dishName, sellOut, WhatIsLeft } from '../orders/index.ts'

interface SellOutDialogProps {
  dish: DishToMake | undefined
  language: Language
  onClose: () => void
}

/** Asks before a dish is marked as sold out; its options are marked by a tap. */
export default function SellOutDialog({ dish, language, onClose }: SellOutDialogProps) {
  const { t } = useTranslation()
  const shown = useWhileOpen(dish !== undefined, dish)
  const name = shown ? dishName(t, language, shown) : ''
  return (
    <ConfirmDialog
      open={dish !== undefined}
      onOpenChange={onClose}
      title={t('kitchen.sidebar.soldOutTitle', { name })}
      description={t('orders.soldOut.hint')}
      confirmLabel={t('orders.soldOut.mark')}
      onConfirm={() => {
        if (dish?.menuItemId != null) void sellOut({ menuItemId: dish.menuItemId, name })
        onClose()
      }}
    >
      <Suspense fallback={null}>{shown?.menuItemId != null && <WhatIsLeft menuItemId={shown.menuItemId} />}</Suspense>
    </ConfirmDialog>
  )
}
