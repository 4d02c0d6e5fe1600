import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { DishesList, type DishesListProps } from './dishes-list.tsx'
import { LARGE_TARGETS } from './stations.ts'

interface DishesDialogProps extends DishesListProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The dishes to make as a sheet. A chosen dish stays outlined on the cards when the sheet is closed. */
export default function DishesDialog({ open, onOpenChange, ...list }: DishesDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('kitchen.rail.title')}
      description={t('kitchen.rail.description')}
      className={LARGE_TARGETS}
    >
      <DishesList {...list} />
    </Dialog>
  )
}
