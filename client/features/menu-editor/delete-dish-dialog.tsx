import { type RefObject, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { MenuItem } from '#shared/contracts/menu.ts'
import { nameIn } from '#shared/domain/language.ts'
import { useLanguage } from '../../lib/use-language.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useWhileOpen } from '../../ui/use-while-open.ts'
import { useDeleteDish } from './dish-calls.ts'

interface DeleteDishDialogProps {
  /** The dish that is to go; null while none is asked about. */
  dish: MenuItem | null
  onClose: () => void
  onDeleted: () => void
  /** What gets the focus when the dish is gone, and with it the button that asked. */
  focusAfter: RefObject<HTMLElement | null>
}

/** Asks once before a dish goes. It stands beside the list: the row takes its own dialogs along. */
export function DeleteDishDialog({ dish, onClose, onDeleted, focusAfter }: DeleteDishDialogProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const isOpen = dish !== null
  const shown = useWhileOpen(isOpen, dish)
  const gone = useRef(false)
  const { mutate, isPending } = useDeleteDish(() => {
    gone.current = true
    onClose()
    onDeleted()
  })
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={() => {
        gone.current = false
        onClose()
      }}
      destructive
      title={t('menuEditor.deleteTitle', { name: shown ? nameIn(language, shown) : '' })}
      description={t('menuEditor.deleteDescription')}
      confirmLabel={t('menuEditor.deleteConfirm')}
      pending={isPending}
      finalFocus={() => (gone.current ? focusAfter.current : null)}
      onConfirm={() => {
        if (dish) mutate(dish)
      }}
    />
  )
}
