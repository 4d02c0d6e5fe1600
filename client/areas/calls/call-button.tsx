import { BellRing } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallStatus } from '#shared/domain/table-calls.ts'
import { wasSignedIn } from '../../lib/browser/was-signed-in.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { cx } from '../../ui/cx.ts'
import { toast } from '../../ui/toast/store.ts'
import { type CallingTable, CallSheet } from './call-sheet.tsx'
import { followCalls } from './follow-calls.ts'
import { useOwnCalls } from './own-calls-store.ts'

interface CallButtonProps {
  table: CallingTable
}

/** The button beside the table's badge that opens the calls. Signed-in users serve tables, so they do not see it. */
export default function CallButton({ table }: CallButtonProps) {
  return wasSignedIn() ? null : <GuestCallButton table={table} />
}

function GuestCallButton({ table }: CallButtonProps) {
  const { t } = useTranslation()
  const { tableCalls } = useSettings()
  const [isOpen, setOpen] = useState(false)
  const isSheetOpen = useRef(isOpen)
  isSheetOpen.current = isOpen
  const status = mostRecent(useOwnCalls(table.id).map((call) => call.status))
  useEffect(
    () =>
      followCalls(() => {
        if (!isSheetOpen.current) toast({ title: t('calls.taken') })
      }),
    [t],
  )
  // Somebody may be on the way, or the guest reads why a call was refused.
  if (!tableCalls && !status && !isOpen) return null
  return (
    <>
      <button
        type="button"
        data-kept-free=""
        onClick={() => setOpen(true)}
        aria-label={
          status ? `${t('calls.open')}. ${t(status === 'taken' ? 'calls.taken' : 'calls.told')}` : t('calls.open')
        }
        title={t('calls.open')}
        className={cx(
          'touch ml-auto grid size-9 shrink-0 place-items-center rounded-full max-[24rem]:size-8',
          status === 'taken' ? 'bg-ready-soft text-ready' : status ? 'bg-accent-soft text-accent' : 'bg-sunk text-ink',
        )}
      >
        <BellRing aria-hidden="true" className="size-4.5" />
      </button>
      <CallSheet table={table} open={isOpen} onOpenChange={setOpen} />
    </>
  )
}

/** The status that the button shows: that somebody is on the way, or that a call is open. */
function mostRecent(statuses: readonly CallStatus[]): 'open' | 'taken' | undefined {
  if (statuses.includes('taken')) return 'taken'
  return statuses.includes('open') ? 'open' : undefined
}
