import { ChevronLeft } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { FloorTable } from '#shared/contracts/floor.ts'
import { IconButton, useTranslation } from '../../../ui/index.ts'
import { closeNewRound } from '../floor-requests.ts'
import { tableName } from '../table-state.ts'
import { SendRound, TakeRound } from './take-round.tsx'

export default function NewRound({ table }: { table: FloorTable }) {
  const { t } = useTranslation()
  const close = () => closeNewRound(table.id)
  const back = useRef<HTMLButtonElement>(null)
  useEffect(() => back.current?.focus({ preventScroll: true }), [])
  return (
    <section
      aria-label={`${tableName(t, table)}: ${t('floor.newRound')}`}
      className="flex min-h-0 w-full shrink-0 flex-col md:w-[clamp(min(25rem,50%),40%,36rem)] md:border-line md:border-l"
    >
      <div data-kept-free="" className="flex min-h-16 items-center gap-2 px-2">
        <IconButton ref={back} label={t('floor.backToTable')} onClick={close}>
          <ChevronLeft aria-hidden="true" className="size-6" />
        </IconButton>
        <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2 py-1.5">
          <h2 className="display min-w-0 break-words text-figure leading-tight">{tableName(t, table)}</h2>
          <p className="text-body text-muted">{t('floor.newRound')}</p>
        </div>
      </div>
      <TakeRound draftId={table.id} capacity={table.capacity}>
        {(lines) => <SendRound table={table} lines={lines} onEnded={close} />}
      </TakeRound>
    </section>
  )
}
