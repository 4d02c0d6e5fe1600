import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAddressChoice } from '../../lib/browser/use-address-choice.ts'
import { useSelectedTabInView } from '../../lib/browser/use-selected-tab-in-view.ts'
import { cx } from '../../ui/cx.ts'
import { TabPanel, Tabs } from '../../ui/tabs.tsx'
import { countOf, VIEWS, type View } from './board/board.ts'
import { shownBoard, useBoardState } from './board/board-store.ts'
import { DishesButton } from './board/dishes-panel.tsx'
import { OrderSearch } from './board/order-search.tsx'
import { useOpenCounts } from './board/summary.ts'
import { MoveOrderDialog, type UseTables } from './changes/move-order-dialog.tsx'
import { type PrintSlot, PrintSlotContext } from './changes/print-slot.ts'
import { TakeOffDialog } from './changes/take-off-dialog.tsx'
import { OrdersView } from './orders-view.tsx'

interface OrdersTabProps {
  print: PrintSlot
  useTables: UseTables
}

/** The board: sub-tabs by status, a search box, and the cards of what was chosen. */
export function OrdersTab({ print, useTables }: OrdersTabProps) {
  const { t } = useTranslation()
  const [view, chooseView] = useAddressChoice('view', VIEWS)
  const [query, setQuery] = useState('')
  const typed = useDeferredValue(query)
  const board = useBoardState((state) => state.board)
  const wishes = useBoardState((state) => state.wishes)
  const shown = shownBoard({ board, wishes })
  const open = useOpenCounts()
  const count = (of: View) => (board.loaded ? countOf(shown, of, open) : undefined)
  const around = useSelectedTabInView(view)
  return (
    <div ref={around}>
      <PrintSlotContext value={print}>
        <Tabs
          variant="chips"
          value={view}
          onValueChange={chooseView}
          label={t('orders.views')}
          options={VIEWS.map((value) => ({ value, label: t(`orders.tabs.${value}`), count: count(value) }))}
          className={cx(
            'grid grid-cols-1 items-center gap-x-3 gap-y-2.5 lg:grid-cols-[minmax(0,1fr)_auto]',
            // Tablets have room for all seven, if barely.
            'max-xl:[&_[role=tab]]:gap-1 max-xl:[&_[role=tab]]:px-2.5 max-xl:[&_[role=tab]]:text-[13px] max-xl:[&>[role=tablist]]:gap-1',
          )}
        >
          <div className="flex items-center gap-2">
            <OrderSearch query={query} onChange={setQuery} />
            <DishesButton board={shown} />
          </div>
          {VIEWS.map((value) => (
            <TabPanel key={value} value={value} className="min-w-0 lg:col-span-2">
              {/* Not left to the panel: it would hide the cards first, which costs as much as drawing them. */}
              {value === view && (
                <OrdersView view={value} board={shown} query={typed} onShowAll={() => chooseView('all')} />
              )}
            </TabPanel>
          ))}
        </Tabs>
      </PrintSlotContext>
      <TakeOffDialog />
      <MoveOrderDialog useTables={useTables} />
    </div>
  )
}
