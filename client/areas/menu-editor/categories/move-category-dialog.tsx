import { useTranslation } from 'react-i18next'
import type { MenuCategory } from '#shared/contracts/menu/menu.ts'
import { nameIn } from '#shared/domain/language.ts'
import { useLanguage } from '../../../lib/words/use-language.ts'
import { PositionDialog } from '../../../ui/overlays/position-dialog.tsx'
import { useMoveCategory } from './category-calls.ts'

interface MoveCategoryDialogProps {
  /** The category to move; null closes the dialog. */
  category: MenuCategory | null
  categories: readonly MenuCategory[]
  onClose: () => void
}

/** The dialog that moves a category to any position. */
export function MoveCategoryDialog({ category, categories, onClose }: MoveCategoryDialogProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { mutate, isPending } = useMoveCategory()
  return (
    <PositionDialog
      subject={category}
      names={categories.map((entry) => nameIn(language, entry))}
      positionOf={({ position }) => position}
      texts={(moved) => ({
        title: t('menuEditor.categories.moveTitle', { name: nameIn(language, moved) }),
        positionLabel: t('menuEditor.categories.place'),
        hint: t('menuEditor.categories.placeHint'),
        move: t('menuEditor.categories.move'),
      })}
      pending={isPending}
      onMove={(moved, to) => mutate({ category: moved, where: { to } }, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}
