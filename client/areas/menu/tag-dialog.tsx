import type { TagKey } from '#shared/domain/menu/filter.ts'
import { Dialog, useTranslation } from '../../ui/index.ts'

interface TagDialogProps {
  tag: TagKey
  open: boolean
  onOpenChange: (open: boolean) => void
}

export default function TagDialog({ tag, open, onOpenChange }: TagDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t(`menu.tags.${tag}`)}
      description={t(`menu.tagMeanings.${tag}`)}
    />
  )
}
