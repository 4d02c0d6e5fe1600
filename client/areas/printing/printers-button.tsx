import { Check, Printer as PrinterIcon } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import type * as api from '#shared/contracts/printers.ts'
import { formatTime } from '#shared/i18n/format.ts'
import { useRun } from '../../kit/changes.ts'
import { useServerNow } from '../../lib/clock/server-clock.ts'
import { confirm } from '../../lib/dialogs/confirm.tsx'
import { openDialog } from '../../lib/dialogs/open-dialog.ts'
import { OpenedDialog } from '../../lib/dialogs/opened-dialog.tsx'
import { timeZone, useSettings } from '../../lib/settings/settings.ts'
import { Button, cx, Dialog, IconButton, language, t } from '../../ui/index.ts'
import { ring, useBoardOrders } from '../orders/index.ts'
import { DecisionCard } from './decision-card.tsx'
import { documentOf } from './print-order.ts'
import {
  adviceOf,
  type Decision,
  isLate,
  isTroubled,
  type JobToCheck,
  jobsToCheck,
  notOnPaper,
  PrinterStateBadge,
  printerList,
} from './printer-state.tsx'
import { usePrinterStatus } from './this-device.tsx'

/** Rings once for each job to look for, and for each time that a printer is late. */
function usePrinterBell(printers: readonly api.Printer[], now: number): void {
  const rungFor = useRef(new Set<string>())
  useEffect(() => {
    const reasons = [
      ...jobsToCheck(printers).map(({ job }) => `job ${job.id}`),
      ...printers.flatMap((printer) => (isLate(printer, now) ? `${printer.id} ${printer.waitingSince}` : [])),
    ]
    const isNew = reasons.some((reason) => !rungFor.current.has(reason))
    for (const reason of reasons) rungFor.current.add(reason)
    if (isNew) void ring()
  }, [printers, now])
}

/** Drops what waits at a printer, once somebody has said so twice (docs/product/printers.md#printers-drop). */
function DropWaiting({ printer }: { printer: api.Printer }) {
  const { name, waiting } = printer
  const ask = () =>
    void confirm({
      title: t('printers.dropWaitingTitle', { count: waiting, name }),
      description: t('printers.dropWaitingWhat'),
      confirm: t('printers.dropWaiting'),
      isDestructive: true,
      action: () => printerList.dropWaiting(printer),
    })
  return (
    <Button variant="outline" onClick={ask} className="mt-2.5">
      {t('printers.dropWaiting')}
    </Button>
  )
}

interface PrintersButtonProps {
  printers: readonly api.Printer[]
  className?: string | undefined
  /** The button of this device's own printer: beside this one where there is such a printer. */
  device?: ReactNode
}

/** A printer with a quiet dot; red with a count while something is not on paper. Its dialog asks, and says what to do. */
export default function PrintersButton({ printers, className, device }: PrintersButtonProps) {
  const { ready: hasDevicePrinter } = usePrinterStatus()
  const now = useServerNow()
  usePrinterBell(printers, now)
  const toCheck = jobsToCheck(printers)
  const count = notOnPaper(printers, now)
  const troubled = printers.filter(isTroubled)
  const problems = [
    ...(count > 0 ? [t('printers.notOnPaper', { count })] : []),
    ...troubled.map(({ name, state }) => `${name}: ${t(`printers.states.${state}`)}`),
  ]
  const button = {
    onClick: () => openDialog('printers', true),
    label: [t('settings.tabs.printers'), ...problems].join(', '),
    content: (
      <>
        <PrinterIcon className="size-5" />
        <span
          className={cx(
            'figures absolute -top-1.5 -right-1.5 min-w-3 rounded-full font-bold text-xs leading-4',
            count > 0 ? 'min-w-5 bg-cancelled px-1 py-0.5 text-center text-card' : 'size-3 border-2 border-card',
            count === 0 && (troubled.length > 0 ? 'bg-pending' : 'bg-ready'),
          )}
        >
          {count > 0 && count}
        </span>
      </>
    ),
    colour: cx('relative', count > 0 && 'border-cancelled! bg-cancelled-soft! text-cancelled!'),
  }
  return (
    <>
      {className ? (
        <button
          type="button"
          aria-label={button.label}
          onClick={button.onClick}
          className={cx(className, button.colour)}
        >
          {button.content}
        </button>
      ) : (
        <IconButton variant="outline" label={button.label} onClick={button.onClick} className={button.colour}>
          {button.content}
        </IconButton>
      )}
      {hasDevicePrinter && device}
      <OpenedDialog name="printers">
        {(_, open, close) => (
          <Dialog open={open} onOpenChange={close} title={t('settings.tabs.printers')}>
            <div className="flex flex-col gap-4">
              {toCheck.map((one) => (
                <JobCard key={one.job.id} toCheck={one} count={toCheck.length} />
              ))}
              <ul className="divide-y divide-line">
                {printers.map((printer) => (
                  <li key={printer.id} className="py-2.5">
                    <p className="flex items-center justify-between gap-3">
                      <span className="min-w-0 break-words font-semibold">{printer.name}</span>
                      <PrinterStateBadge printer={printer} />
                    </p>
                    {adviceOf(printer, printers).map((text) => (
                      <p key={text} className="mt-1 text-body text-muted">
                        {text}
                      </p>
                    ))}
                    {printer.waiting > 0 && <DropWaiting printer={printer} />}
                  </li>
                ))}
              </ul>
              {device && !hasDevicePrinter && (
                <div className="flex items-center justify-between gap-3 border-line border-t pt-4">
                  <h3 className="font-semibold text-body">{t('beforeService.groups.device')}</h3>
                  {device}
                </div>
              )}
            </div>
          </Dialog>
        )}
      </OpenedDialog>
    </>
  )
}

function nameOf({ kind, orderId }: api.OpenJob): string {
  if (orderId !== null) return `#${orderId}`
  return kind === 'day' || kind === 'test' ? t(`printers.kinds.${kind}`) : t(`printing.kinds.${kind}`)
}

/** Asks what became of a job, with the beginning of its paper. */
export function JobCard({ toCheck: { printer, job }, count }: { toCheck: JobToCheck; count: number }) {
  const { run, isPending } = useRun(printerList.decide)
  const decide = (decision: Decision['decision']) => void run(printer, { job, decision })
  const what = nameOf(job)
  return (
    <DecisionCard
      mark={t('printers.toCheck', { count })}
      about={`${printer.name} · ${formatTime(job.at, timeZone)}`}
      title={t(job.state === 'failed' ? 'printers.failed' : 'printers.unconfirmed', { what })}
      text={t(job.state === 'failed' ? 'printers.failedWhat' : 'printers.unconfirmedWhat')}
      paper={<PaperPreview job={job} />}
    >
      <Button size="large" pending={isPending} onClick={() => decide('again')} className="flex-col gap-0!">
        {t('printers.again')} <span className="font-normal text-sm">{t('printers.asCopy')}</span>
      </Button>
      <Button size="large" variant="outline" disabled={isPending} onClick={() => decide('there')}>
        <Check className="size-5" />
        {t('printers.there')}
      </Button>
      <Button variant="quiet" disabled={isPending} onClick={() => decide('drop')}>
        {t('printers.drop')}
      </Button>
    </DecisionCard>
  )
}

/** How many lines say which paper it is. */
const PREVIEW_LINES = 9

function PaperPreview({ job: { orderId, ticketId, kind } }: Pick<JobToCheck, 'job'>) {
  const order = useBoardOrders().find(({ id }) => id === orderId)
  const settings = useSettings()
  const ticket = order?.tickets.find(({ id }) => id === ticketId)
  const printout = kind === 'receipt' || kind === 'bill' ? kind : ticket && { ...ticket, printedAt: null }
  if (!order || !printout) return null
  const { title, lines } = documentOf(order, printout, settings)
  return (
    <div className="mt-3 overflow-hidden rounded-control bg-sunk px-5 pt-4">
      <div
        role="img"
        aria-label={title}
        lang={language}
        className="overflow-hidden whitespace-pre bg-card px-4 pt-3 font-mono text-small leading-5 shadow-soft"
      >
        {lines.slice(0, PREVIEW_LINES).map(({ text, size, isInverted }, i) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity.
            key={i}
            className={cx(size === 'large' && 'font-bold text-base leading-6', isInverted && 'bg-ink text-paper')}
          >
            {text || ' '}
          </div>
        ))}
      </div>
    </div>
  )
}
