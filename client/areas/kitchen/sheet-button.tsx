import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../../lib/loading/lazy-part.tsx'
import { useEver } from '../../lib/loading/use-ever.ts'
import { whenIdle } from '../../lib/loading/when-idle.ts'
import { type DishesListProps, portionsOf } from './dishes-list.tsx'

const DishesDialog = lazyPart(() => import('./dishes-dialog.tsx'))

/** On a screen too narrow for the sidebar: a button with the number of portions to make, and the sheet that lists them. */
export default function DishesSheetButton(list: DishesListProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const isNeeded = useEver(isOpen)
  useEffect(() => whenIdle(() => void DishesDialog.prefetch()), [])
  const count = portionsOf(list.dishes)
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={t('kitchen.rail.openCount', { count })}
        onClick={() => setOpen(true)}
        className="flex min-h-14 min-w-0 flex-1 items-center justify-center gap-2 rounded-control border border-edge bg-card px-3 font-semibold text-[1.125rem] leading-tight hover:bg-sunk"
      >
        <span className="min-w-0">{t('kitchen.rail.title')}</span>
        <span className="figures rounded-full bg-sunk px-2 py-0.5 text-[1rem]">{count}</span>
      </button>
      <Suspense fallback={null}>{isNeeded && <DishesDialog {...list} open={isOpen} onOpenChange={setOpen} />}</Suspense>
    </>
  )
}
