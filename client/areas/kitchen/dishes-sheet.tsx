import { useState } from 'react'
import { Dialog, t } from '../../ui/index.ts'
import { countPortions, DishesList, type DishesListProps } from './dishes.tsx'

/** Without room for the sidebar: a button with the number of portions, and a sheet. A chosen dish stays outlined. */
export default function DishesSheet({ list }: { list: DishesListProps | undefined }) {
  const [isOpen, setOpen] = useState(false)
  const count = list && countPortions(list.dishes)
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={count === undefined ? undefined : t('kitchen.sidebar.openCount', { count })}
        onClick={() => setOpen(true)}
        className="large-target min-w-0 flex-1"
      >
        <span className="line-clamp-2 min-w-0 wrap-normal">{t('kitchen.sidebar.title')}</span>
        <span className="figures rounded-full bg-sunk px-2 py-0.5 text-base">{count}</span>
      </button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title={t('kitchen.sidebar.title')}
        description={t('kitchen.sidebar.description')}
        className="large-controls"
      >
        {list && <DishesList {...list} />}
      </Dialog>
    </>
  )
}
