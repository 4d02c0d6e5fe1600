import { ArrowLeft, Plus, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { withLabel } from '#shared/domain/table.ts'
import { useTables } from '../../areas/tables/index.ts'
import { createValue } from '../../lib/browser/create-value.ts'
import { paths } from '../../lib/browser/paths.ts'
import { Select } from '../../ui/inputs/select.tsx'
import { Button } from '../../ui/parts/button.tsx'
import './side-panel.css'

/** The table that the order is for, null until one is chosen; undefined while the menu is not open. */
const newOrder = createValue<{ tableId: number | null } | undefined>(undefined)

/** Opens the menu beside the board, for an order of a table, or of a table that is not chosen yet. */
export function openNewOrder(tableId: number | null = null): void {
  newOrder.set({ tableId })
}

/** For content that needs the width of the page: the panel covers its end, so that the content is not squeezed. */
export const BELOW_SIDE_PANEL = 'md:in-[body:has([data-side-panel])]:-mr-(--side-panel)'

const close = () => newOrder.set(undefined)

export function NewOrderButton() {
  const { t } = useTranslation()
  return (
    <Button variant="outline" onClick={() => openNewOrder()} className="touch min-h-10! whitespace-nowrap px-3.5!">
      <Plus aria-hidden="true" className="size-5" />
      <span className="max-md:sr-only in-[body:has([data-side-panel])]:sr-only">{t('dashboard.newOrder.title')}</span>
    </Button>
  )
}

/**
 * The guests' menu beside the board, or over it on a phone (docs/product/board.md#board-place-order). The board stays
 * as it is, and rings.
 */
export function NewOrderPanel() {
  return newOrder.use((value) => value !== undefined) && <Panel />
}

function Panel() {
  const { t } = useTranslation()
  const tableId = newOrder.use((value) => value?.tableId ?? null)
  const { data: tables = [] } = useTables(true)
  const back = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const opener = document.activeElement
    back.current?.focus()
    return () => {
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [])
  return (
    <aside
      data-side-panel=""
      aria-label={t('dashboard.newOrder.title')}
      onKeyDown={({ key }) => key === 'Escape' && close()}
      className="fixed inset-0 z-30 flex flex-col border-line bg-paper shadow-lift md:left-auto md:w-(--side-panel) md:border-l"
    >
      <div className="flex h-(--side-panel-head) items-center gap-2 border-line border-b bg-card px-3">
        <Button ref={back} variant="outline" onClick={close} className="shrink-0 px-3.5!">
          <ArrowLeft aria-hidden="true" className="size-5 md:hidden" />
          <span className="md:hidden">{t('dashboard.newOrder.back')}</span>
          <X aria-hidden="true" className="size-5 max-md:hidden" />
          <span className="max-md:hidden">{t('dashboard.newOrder.close')}</span>
        </Button>
        <Select
          label={t('dashboard.newOrder.table')}
          placeholder={t('dashboard.newOrder.noTable')}
          value={tableId}
          onValueChange={openNewOrder}
          options={[...tables]
            .sort((a, b) => a.number - b.number)
            .map(({ id, number, label }) => ({
              value: id,
              label: withLabel(t('common.table', { number }), label ?? null),
            }))}
          className="h-11! min-w-0 flex-1"
        />
      </div>
      <iframe
        key={tableId}
        title={t('dashboard.newOrder.menu')}
        src={tableId === null ? paths.menu : paths.menuOfTable(tableId)}
        className="min-h-0 w-full flex-1"
      />
    </aside>
  )
}
