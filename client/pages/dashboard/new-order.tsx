import { ArrowLeft, Plus, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { withLabel } from '#shared/domain/table.ts'
import { restoreRoundDrafts, StaffOrder, useUnsentCount } from '../../areas/floor/index.ts'
import { useTables } from '../../areas/tables/index.ts'
import { sidePanel } from '../../lib/browser/dashboard.ts'
import { closeDialog, openDialog, useOpenedDialog } from '../../lib/dialogs/open-dialog.ts'
import { Button, PageFailure, Part, Select, Skeleton, t, useRootMark } from '../../ui/index.ts'
import './side-panel.css'

/** Opens the panel beside the board, for an order of a table, or of somebody on the telephone. */
export function openNewOrder(tableId: number | null = null): void {
  openDialog('newOrder', { tableId })
}

const BY_TELEPHONE = 0

const close = () => closeDialog('newOrder')

export function NewOrderButton() {
  useState(restoreRoundDrafts)
  const unsent = useUnsentCount()
  return (
    <Button
      variant="outline"
      onClick={() => openNewOrder()}
      className="touch relative min-h-10! whitespace-nowrap px-3.5!"
    >
      <Plus aria-hidden="true" className="size-5" />
      <span className="max-md:sr-only in-data-with-side-panel:sr-only">{t('dashboard.newOrder.title')}</span>
      {unsent > 0 && (
        <span className="count-badge absolute -top-0.5 -right-1.5 bg-ink py-1! text-paper">
          {unsent}
          <span className="sr-only"> {t('dashboard.newOrder.unsent')}</span>
        </span>
      )}
    </Button>
  )
}

/** Taking an order beside the board, or over it on a phone (docs/product/board.md#board-place-order). */
export function NewOrderPanel() {
  const opened = useOpenedDialog('newOrder')
  return opened && <Panel tableId={opened.tableId} />
}

function Panel({ tableId }: { tableId: number | null }) {
  const { data: tables = [] } = useTables(true)
  const table = tables.find(({ id }) => id === tableId)
  const isKnown = tableId === null || table !== undefined
  const back = useRef<HTMLButtonElement>(null)
  useRootMark('side-panel')
  useEffect(() => {
    const opener = document.activeElement
    back.current?.focus()
    sidePanel.set(true)
    return () => {
      sidePanel.set(false)
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [])
  return (
    <aside
      aria-label={t('dashboard.newOrder.title')}
      // A dialog or list above it closes alone.
      onKeyDown={({ key, currentTarget, target }) => {
        if (key === 'Escape' && currentTarget.contains(target as Node)) close()
      }}
      className="side-panel flex flex-col border-line bg-paper shadow-lift"
    >
      <h2 className="sr-only">{t('dashboard.newOrder.title')}</h2>
      <div className="flex min-h-(--side-panel-head) flex-wrap items-center gap-2 border-line border-b bg-card px-3">
        <Button ref={back} variant="outline" onClick={close} className="shrink-0 px-3.5!">
          <ArrowLeft aria-hidden="true" className="size-5 md:hidden" />
          <span className="md:hidden">{t('common.toBoard')}</span>
          <X aria-hidden="true" className="size-5 max-md:hidden" />
          <span className="max-md:hidden">{t('common.close')}</span>
        </Button>
        <Select
          label={t('dashboard.newOrder.table')}
          value={tableId ?? BY_TELEPHONE}
          onValueChange={(id) => openNewOrder(id || null)}
          options={[
            { value: BY_TELEPHONE, label: t('common.noTable') },
            ...[...tables]
              .sort((a, b) => a.number - b.number)
              .map(({ id, number, label, status }) => ({
                value: id,
                label: `${withLabel(t('common.table', { number }), label)} · ${t(`orderMove.status.${status}`)}`,
              })),
          ]}
          className="h-11! min-w-0 flex-[1_1_6rem]"
        />
      </div>
      {isKnown && (
        <Part waiting={<Skeleton className="m-3 flex-1" />} failure={<PageFailure />}>
          <StaffOrder key={tableId} table={table ?? null} onPlaced={close} />
        </Part>
      )}
    </aside>
  )
}
