import { BellRing, Check, Footprints, ReceiptText } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CALL_METHODS, type CallKind, type CallStatus } from '#shared/domain/table-calls.ts'
import { withLabel } from '#shared/domain/table-name.ts'
import { cx } from '../../ui/cx.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Button } from '../../ui/parts/button.tsx'
import { useOwnCalls } from './own-calls-store.ts'
import { useCall } from './use-call.ts'

/** The table at which the guest sits; `key` is that of its code. */
export interface CallingTable {
  id: number
  number: number
  label: string | null
  key: string | null
}

interface CallSheetProps {
  table: CallingTable
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** What guests can call for, and what becomes of each call. */
export function CallSheet({ table, open, onOpenChange }: CallSheetProps) {
  const { t } = useTranslation()
  const [isAskingMethod, setAskingMethod] = useState(false)
  const calls = useOwnCalls(table.id)
  const { call, pending, failure } = useCall(table)
  const statusOf = (kind: CallKind) => calls.find((own) => own.kind === kind)?.status
  const close = (next: boolean) => {
    onOpenChange(next)
    setAskingMethod(false)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title={t('calls.title')}
      description={withLabel(t('common.table', { number: table.number }), table.label)}
    >
      <div className="flex flex-col gap-3">
        <Wanted kind="waiter" status={statusOf('waiter')} failure={failure}>
          <Button
            variant="outline"
            size="large"
            className="w-full"
            pending={pending?.kind === 'waiter'}
            onClick={() => void call({ kind: 'waiter' })}
          >
            <BellRing aria-hidden="true" className="size-5" />
            {t('calls.waiter')}
          </Button>
        </Wanted>
        <Wanted kind="bill" status={statusOf('bill')} failure={failure}>
          {isAskingMethod ? (
            <fieldset className="rounded-card bg-sunk p-4">
              <legend className="sr-only">{t('calls.how')}</legend>
              <p aria-hidden="true" className="pb-3 font-semibold text-[15px]">
                {t('calls.how')}
              </p>
              <div className="grid grid-cols-2 gap-2.5">
                {CALL_METHODS.map((method) => (
                  <Button
                    key={method}
                    variant="outline"
                    size="large"
                    pending={pending?.method === method}
                    disabled={pending !== null}
                    onClick={() => void call({ kind: 'bill', method }).then(() => setAskingMethod(false))}
                  >
                    {t(`calls.${method}`)}
                  </Button>
                ))}
              </div>
            </fieldset>
          ) : (
            <Button variant="outline" size="large" className="w-full" onClick={() => setAskingMethod(true)}>
              <ReceiptText aria-hidden="true" className="size-5" />
              {t('calls.bill')}
            </Button>
          )}
        </Wanted>
      </div>
    </Dialog>
  )
}

interface WantedProps {
  kind: CallKind
  status: CallStatus | undefined
  failure: { kind: CallKind; message: string } | null
  children: ReactNode
}

/** The button of one kind of call, or what becomes of the open one. */
function Wanted({ kind, status, failure, children }: WantedProps) {
  const { t } = useTranslation()
  const isOpen = status === 'open' || status === 'taken'
  const Icon = status === 'taken' ? Footprints : Check
  return (
    <div>
      <div role="status">
        {isOpen && (
          <div
            className={cx(
              'flex items-center gap-3 rounded-card px-4 py-3.5',
              status === 'taken' ? 'bg-ready-soft text-ready' : 'bg-accent-soft text-accent',
            )}
          >
            <Icon aria-hidden="true" className="size-5 shrink-0" />
            <p>
              <span className="block font-semibold">{t(`calls.${kind}`)}</span>
              <span className="block text-[15px]">{t(status === 'taken' ? 'calls.taken' : 'calls.told')}</span>
            </p>
          </div>
        )}
        {status === 'ended' && failure?.kind !== kind && (
          <p className="pb-2 text-[15px] text-muted">{t('calls.ended')}</p>
        )}
      </div>
      {!isOpen && children}
      {failure?.kind === kind && !isOpen && (
        <p role="alert" className="pt-2 text-[15px] text-cancelled">
          {failure.message}
        </p>
      )}
    </div>
  )
}
