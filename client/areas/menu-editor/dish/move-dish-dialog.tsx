import { useTranslation } from 'react-i18next'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { nameIn } from '#shared/domain/language.ts'
import { useLanguage } from '../../../lib/words/use-language.ts'
import { PositionDialog } from '../../../ui/overlays/position-dialog.tsx'
import { useMoveDish } from './dish-calls.ts'

interface MoveDishDialogProps {
  /** The dish to move; null closes the dialog. */
  dish: MenuItem | null
  dishes: readonly MenuItem[]
  onClose: () => void
}

/** The dialog that moves a dish to any position in its category. */
export function MoveDishDialog({ dish, dishes, onClose }: MoveDishDialogProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { mutate, isPending } = useMoveDish()
  const neighbours = dishes.filter(({ category }) => category === dish?.category)
  return (
    <PositionDialog
      subject={dish}
      names={neighbours.map((each) => nameIn(language, each))}
      positionOf={({ position }) => position}
      texts={(moved) => ({
        title: t('menuEditor.moveTitle', { name: nameIn(language, moved) }),
        positionLabel: t('menuEditor.place'),
        hint: t('menuEditor.placeHint'),
        move: t('menuEditor.move'),
      })}
      pending={isPending}
      onMove={(moved, to) => mutate({ dish: moved, where: { to } }, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}
