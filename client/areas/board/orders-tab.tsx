import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAddressChoice } from '../../lib/browser/use-address-choice.ts'
import { useSelectedTabInView } from '../../lib/browser/use-selected-tab-in-view.ts'
import { cx } from '../../ui/cx.ts'
import { SearchBox } from '../../ui/inputs/search-box.tsx'
import { TabPanel, Tabs } from '../../ui/tabs.tsx'
import { countOf, SUB_TABS, type SubTab, shownBoard, TakeOffDialog, useBoardState } from '../orders/index.ts'
import { DishesButton } from './board/dishes-panel.tsx'
import { canBeOldestFirst, OldestFirstButton } from './board/oldest-first.tsx'
import { useOpenCounts } from './board/summary.ts'
import { MoveOrderDialog, type UseTables } from './changes/move-order-dialog.tsx'
import { type PrintSlot, PrintSlotContext } from './changes/print-slot.ts'
import { SubTabOrders } from './sub-tab-orders.tsx'

interface OrdersTabProps {
  print: PrintSlot
  useTables: UseTables
  /** Opens the menu beside the board. */
  onNewOrder: () => void
}

/** The Orders tab: sub-tabs by status, a search box, and the cards of the chosen sub-tab. */
export function OrdersTab({ print, useTables, onNewOrder }: OrdersTabProps) {
  const { t } = useTranslation()
  const [subTab, chooseSubTab] = useAddressChoice('view', SUB_TABS)
  const [query, setQuery] = useState('')
  const deferredQuery = useDeferredValue(query)
  const board = useBoardState((state) => state.board)
  const pendingChanges = useBoardState((state) => state.pendingChanges)
  const shown = shownBoard({ board, pendingChanges })
  const openCounts = useOpenCounts()
  const count = (countedSubTab: SubTab) => (board.loaded ? countOf(shown, countedSubTab, openCounts) : undefined)
  const tabsRef = useSelectedTabInView(`${subTab} ${board.loaded} ${openCounts !== undefined}`)
  return (
    <div ref={tabsRef} className="@container">
      <PrintSlotContext value={print}>
        <Tabs
          variant="chips"
          value={subTab}
          onValueChange={chooseSubTab}
          label={t('orders.views')}
          options={SUB_TABS.map((value) => ({ value, label: t(`orders.tabs.${value}`), count: count(value) }))}
          className={cx(
            'grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-2 gap-y-2.5 sm:gap-x-3',
            // All seven tabs barely fit on tablets, without counts of closed orders; on phones and beside the menu they scroll.
            '@min-[44rem]:@max-[60rem]:[&_[role=tab]:nth-child(n+5)>span]:hidden',
            '@max-[76rem]:[&_[role=tab]]:gap-1 @max-[76rem]:[&_[role=tab]]:px-2 @min-[44rem]:@max-[60rem]:[&_[role=tab]]:px-1.5 @max-[76rem]:[&_[role=tab]]:text-[13px] @max-[76rem]:[&>[role=tablist]]:gap-1',
          )}
        >
          <div className="flex items-center gap-1.5 sm:gap-2">
            <OrderSearch query={query} onChange={setQuery} />
            {canBeOldestFirst(subTab) && <OldestFirstButton />}
            <DishesButton board={shown} />
          </div>
          {/* One panel at a time: with all of them, the former one would first be hidden, which costs as much as rendering. */}
          <TabPanel key={subTab} value={subTab} className="col-span-2 min-w-0">
            <SubTabOrders subTab={subTab} board={shown} query={deferredQuery} onNewOrder={onNewOrder} />
          </TabPanel>
        </Tabs>
      </PrintSlotContext>
      <TakeOffDialog />
      <MoveOrderDialog useTables={useTables} />
    </div>
  )
}

/** In a narrow tab it is as narrow as its icon until it is used, so that the sub-tabs have the room. */
function OrderSearch({ query, onChange }: { query: string; onChange: (query: string) => void }) {
  const { t } = useTranslation()
  return (
    <SearchBox
      label={t('orders.searchLabel')}
      placeholder={t('orders.search')}
      clearLabel={t('orders.clearSearch')}
      query={query}
      onChange={onChange}
      className={cx(
        'min-w-0 focus-within:w-44 sm:focus-within:w-64 @min-[76rem]:w-64 @min-[92rem]:w-72',
        query
          ? '@max-[76rem]:w-44 sm:@max-[76rem]:w-64'
          : '@max-[76rem]:w-11 @max-[76rem]:[&_input:not(:focus)]:pr-0! @max-[76rem]:[&_input:not(:focus)]:placeholder:text-transparent',
      )}
    />
  )
}
