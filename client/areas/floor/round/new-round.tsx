import { ChevronLeft } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FloorTable } from '#shared/contracts/floor.ts'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { IconButton } from '../../../ui/parts/icon-button.tsx'
import { Skeleton } from '../../../ui/parts/skeleton.tsx'
import { LiveBanner } from '../../orders/index.ts'
import { closeNewRound } from '../address.ts'
import { tableName } from '../words.ts'
import { RoundBar } from './round-bar.tsx'
import { RoundDishes } from './round-dishes.tsx'

interface NewRoundProps {
  table: FloorTable
  /** The dishes of the menu, in its order; undefined while they load. */
  menu: readonly MenuItem[] | undefined
  /** Shown in place of the dishes if they could not be loaded. */
  failure: React.ReactNode
  onRefetchMenu: () => void
}

/** Taking a round for a table: the menu as a list, and one tap for each portion (docs/product/floor.md#floor-round). */
export default function NewRound({ table, menu, failure, onRefetchMenu }: NewRoundProps) {
  const { t } = useTranslation()
  const [query, setQuery] = useState('')
  const [guestName, setGuestName] = useState<string | null>(null)
  const back = useRef<HTMLButtonElement>(null)
  useEffect(() => back.current?.focus({ preventScroll: true }), [])
  return (
    <section
      aria-label={`${tableName(t, table)}: ${t('floor.newRound')}`}
      className="flex min-h-0 w-full shrink-0 flex-col min-[900px]:w-100 min-[900px]:border-line min-[900px]:border-l"
    >
      <div className="flex min-h-16 items-center gap-2 px-2">
        <IconButton ref={back} label={t('floor.backToTable')} onClick={() => closeNewRound(table.id)}>
          <ChevronLeft aria-hidden="true" className="size-6" />
        </IconButton>
        <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2 py-1.5">
          <h2 className="display min-w-0 break-words text-[26px] leading-tight">{tableName(t, table)}</h2>
          <p className="text-[15px] text-muted">{t('floor.newRound')}</p>
        </div>
      </div>
      <div className="px-3 empty:hidden min-[900px]:hidden">
        <LiveBanner />
      </div>
      {menu ? (
        <RoundDishes tableId={table.id} menu={menu} query={query} onSearch={setQuery} guestName={guestName} />
      ) : (
        (failure ?? <Skeleton className="m-3 flex-1" />)
      )}
      <RoundBar
        table={table}
        menu={menu ?? []}
        guestName={guestName}
        onGuest={setGuestName}
        onRefetchMenu={onRefetchMenu}
      />
    </section>
  )
}
