import { type ReactNode, Suspense, useEffect, useState } from 'react'
import type { Table } from '#shared/contracts/tables.ts'
import { nameWithOptions } from '#shared/domain/orders/line-options.ts'
import { errorMessage } from '../../../lib/api/request-error.ts'
import { serverNow } from '../../../lib/clock/server-clock.ts'
import { lazyPart } from '../../../lib/loading/lazy-part.tsx'
import { whenIdle } from '../../../lib/loading/when-idle.ts'
import { useMoney, useSettings } from '../../../lib/settings/settings.ts'
import { Button, i18n, LoadFailure, Skeleton, useEverOpened, useTranslation } from '../../../ui/index.ts'
import { refetchGuestMenu, useMenu } from '../../menu/index.ts'
import { useGroupsOf } from '../../orders/index.ts'
import { RoundBar } from './round-bar.tsx'
import { RoundDishes } from './round-dishes.tsx'
import { useRoundDraft, useRoundNotes } from './round-drafts.ts'
import type { AskedOptions } from './round-options.tsx'
import {
  isOrderable,
  orderedOptions,
  portionOf,
  roundOrder,
  roundTotal,
  type ShownLine,
  shownLines,
} from './round-order.ts'
import { tableCheckout, useTableCheckout } from './table-checkouts.ts'

const RoundOptions = lazyPart(() => import('./round-options.tsx'))

/** What is being taken, with the menu and what is known of its options. */
export function useRound(draftId: number) {
  const { items: menu, failed, error } = useMenu()
  const groupsOf = useGroupsOf(menu?.some(({ optionGroupIds }) => optionGroupIds.length > 0) ?? false)
  const lines = shownLines(useRoundDraft(draftId), menu ?? [], groupsOf, new Date(serverNow()))
  return { menu, failed, error, groupsOf, lines }
}

interface TakeRoundProps {
  draftId: number
  /** Null for an order without a table. */
  capacity: number | null
  /** Whether typing searches at once. */
  searchFirst?: boolean
  children: (lines: readonly ShownLine[]) => ReactNode
}

/** The menu as a list, one tap for each portion, above what has been chosen (docs/product/floor.md#floor-round). */
export function TakeRound({ draftId, capacity, searchFirst = false, children }: TakeRoundProps) {
  const { menu, failed, error, groupsOf, lines } = useRound(draftId)
  const [query, setQuery] = useState('')
  const [guestName, setGuestName] = useState<string | null>(null)
  const [isUnfolded, setUnfolded] = useState(false)
  const [asked, ask] = useState<AskedOptions>()
  const isSheetNeeded = useEverOpened(asked !== undefined)
  // Without a network it must be there.
  useEffect(() => whenIdle(() => void RoundOptions.prefetch()), [])
  return (
    <>
      {menu ? (
        <RoundDishes
          draftId={draftId}
          menu={menu}
          query={query}
          onSearch={setQuery}
          searchFirst={searchFirst}
          guestName={guestName}
          onAsk={ask}
          onSeveral={() => setUnfolded(true)}
        />
      ) : failed ? (
        <LoadFailure description={errorMessage(error)} onRetry={() => void refetchGuestMenu()} />
      ) : (
        <Skeleton className="m-3 flex-1" />
      )}
      <RoundBar
        draftId={draftId}
        capacity={capacity}
        lines={lines}
        guestName={guestName}
        onGuest={setGuestName}
        isKnown={groupsOf !== undefined}
        isUnfolded={isUnfolded}
        setUnfolded={setUnfolded}
        onAsk={ask}
      >
        {children(lines)}
      </RoundBar>
      <Suspense fallback={null}>
        {isSheetNeeded && (
          <RoundOptions asked={asked} groups={asked && groupsOf?.(asked.dish)} onClose={() => ask(undefined)} />
        )}
      </Suspense>
    </>
  )
}

interface OrderButtonProps {
  lines: readonly ShownLine[]
  label: (total: string) => string
  pending?: boolean
  onClick: () => void
}

export function OrderButton({ lines, label, pending = false, onClick }: OrderButtonProps) {
  const { t } = useTranslation()
  const { format } = useMoney()
  return (
    <Button
      size="large"
      disabled={lines.length === 0 || !lines.every(isOrderable)}
      pending={pending}
      onClick={onClick}
      className="mt-2 w-full text-[17px]"
    >
      {lines.length === 0 ? t('floor.sendNothing') : label(format(roundTotal(lines)))}
    </Button>
  )
}

interface SendRoundProps {
  table: Pick<Table, 'id' | 'number'>
  lines: readonly ShownLine[]
  onEnded: () => void
}

export function SendRound({ table, lines, onEnded }: SendRoundProps) {
  const { t } = useTranslation()
  const { language } = useSettings()
  const roundNotes = useRoundNotes(table.id)
  const state = useTableCheckout(table.id)
  const send = async () => {
    const checkout = tableCheckout(table.id)
    // Stored with the order and printed on the bill, so in the restaurant's language.
    const name = i18n.getFixedT(language)('common.table', { number: table.number })
    const shown = lines.flatMap(({ dish, groups, options = [] }) => {
      if (!dish) return []
      const chosen = orderedOptions(groups, options)
      const names = {
        name: nameWithOptions(dish.name, chosen, 'en'),
        nameRo: nameWithOptions(dish.nameRo, chosen, 'ro'),
      }
      return [{ menuItemId: dish.id, ...names, price: portionOf(dish, groups, options) }]
    })
    await checkout.place(roundOrder(lines, { id: table.id, name }, roundNotes), shown)
    if (checkout.state().phase === 'refused') void refetchGuestMenu()
    else onEnded()
  }
  return (
    <>
      {state.phase === 'refused' && (
        <p role="alert" className="pt-2 font-medium text-[15px] text-cancelled">
          {state.refusal.message ?? t('floor.sendFailed')} {t('floor.lookAgain')}
        </p>
      )}
      <OrderButton
        lines={lines}
        label={(total) => t('floor.send', { total })}
        pending={state.phase === 'sending'}
        onClick={() => void send()}
      />
    </>
  )
}
