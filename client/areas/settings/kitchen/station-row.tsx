import { ArrowDown, ArrowUp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/parts/button.tsx'
import { IconButton } from '../../../ui/parts/icon-button.tsx'

interface StationRowProps {
  name: string
  /** The names of its categories; undefined for the only station, and while they are loaded. */
  categories: string | undefined
  index: number
  count: number
  onRename: () => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}

/** A station with the buttons to change it. */
export function StationRow({ name, categories, index, count, onRename, onMove, onRemove }: StationRowProps) {
  const { t } = useTranslation()
  const action = (label: string, act: () => void) => (
    <Button size="small" variant="outline" aria-label={`${label}: ${name}`} onClick={act}>
      {label}
    </Button>
  )
  const arrow = (direction: 'up' | 'down', isAtEnd: boolean) => {
    const Arrow = direction === 'up' ? ArrowUp : ArrowDown
    return (
      <IconButton
        label={t(`settings.kitchen.${direction}`, { name })}
        // Not `disabled`, because the button would lose the focus when its station reaches the end.
        aria-disabled={isAtEnd}
        onClick={() => {
          if (!isAtEnd) onMove(direction === 'up' ? -1 : 1)
        }}
        className="w-9! aria-disabled:opacity-40"
      >
        <Arrow aria-hidden="true" className="size-4.5" />
      </IconButton>
    )
  }
  return (
    <div className="px-2 py-1.5">
      <p className="font-semibold break-words">{name}</p>
      {categories !== undefined && (
        <div className="mt-0.5 text-sm text-muted">
          {index === 0 && <p>{t('settings.kitchen.isFirst')}</p>}
          <p>{categories ? t('settings.kitchen.cooks', { categories }) : t('settings.kitchen.cooksNothing')}</p>
        </div>
      )}
      <div className="mt-2 flex flex-wrap items-center gap-2">
        {count > 1 && (
          <span className="flex">
            {arrow('up', index === 0)}
            {arrow('down', index === count - 1)}
          </span>
        )}
        {action(t('settings.kitchen.rename'), onRename)}
        {count > 1 && action(t('settings.kitchen.remove'), onRemove)}
      </div>
    </div>
  )
}
