import { CircleHelp, TriangleAlert } from 'lucide-react'
import type { OpenJob, Printer } from '#shared/contracts/printers.ts'
import * as api from '#shared/contracts/printers.ts'
import { LATE_MS, type PrinterColumns } from '#shared/domain/printing/printers.ts'
import { change, list } from '../../kit/changes.ts'
import type { Edited } from '../../kit/editor.tsx'
import { copyText } from '../../lib/api/files.ts'
import { sendChange, toastFailure } from '../../lib/changes/send-change.ts'
import { serverNow, useServerNow } from '../../lib/clock/server-clock.ts'
import { openDialog } from '../../lib/dialogs/open-dialog.ts'
import { Badge, StripButton, type StripNotice, t, toast } from '../../ui/index.ts'
import { usePrinters } from './print-document.ts'

/** How wide the paper of so many columns is. */
export const paperMm = (columns: PrinterColumns) => (columns === 32 ? 58 : 80)

/** Whether something that is due has not come out in time. */
export function isLate({ waitingSince }: Printer, now = serverNow()): boolean {
  return waitingSince !== null && now - Date.parse(waitingSince) >= LATE_MS
}

/** A job that somebody has to look for, with its printer. */
export interface JobToCheck {
  printer: Printer
  job: OpenJob
}

/** What nobody knows to be on paper, oldest first. */
export function jobsToCheck(printers: readonly Printer[]): JobToCheck[] {
  return printers
    .flatMap((printer) => printer.jobs.map((job) => ({ printer, job })))
    .sort((a, b) => a.job.at.localeCompare(b.job.at))
}

/** How many papers are late, or are to be looked for. */
export function notOnPaper(printers: readonly Printer[], now: number): number {
  return printers.reduce((sum, printer) => sum + printer.jobs.length + (isLate(printer, now) ? printer.waiting : 0), 0)
}

export function isTroubled({ state }: Printer): boolean {
  return state !== 'ready' && state !== 'off'
}

export function PrinterStateBadge({ printer }: { printer: Printer }) {
  const { state, answers } = printer
  const isQuiet = state === 'ready' && !answers
  if (!isTroubled(printer))
    return (
      <Badge dot tone={state === 'ready' ? 'ready' : 'neutral'}>
        {t(isQuiet ? 'printers.states.quiet' : `printers.states.${state}`)}
      </Badge>
    )
  return (
    <Badge tone="pending">
      <TriangleAlert className="size-3.5" />
      {t(`printers.states.${state}`)}
    </Badge>
  )
}

const OFFLINE = { network: 'offline', star: 'asleep', fiscal: 'bridge' } as const

/** What a printer in trouble needs, and what becomes of the tickets meanwhile; empty if all is well. */
export function adviceOf(printer: Printer, printers: readonly Printer[]): string[] {
  const { kind, state, waiting, fallbackId } = printer
  const waits = waiting > 0 ? [t('printers.waiting', { count: waiting })] : []
  if (state === 'ready' || state === 'off') return isLate(printer) ? waits : []
  const fallback = printers.find(({ id, isActive }) => id === fallbackId && isActive)
  return [
    t(`printers.advice.${state === 'offline' ? OFFLINE[kind] : state}`),
    ...waits,
    ...(fallback ? [t('printers.fallsBack', { name: fallback.name })] : []),
  ]
}

/** How many papers are not where they should be, and at which printers. */
export function usePrinterNotice(): StripNotice | undefined {
  const { data: printers = [] } = usePrinters()
  const now = useServerNow()
  const count = notOnPaper(printers, now)
  if (count === 0) return undefined
  const names = printers.filter((printer) => printer.jobs.length > 0 || isLate(printer, now)).map(({ name }) => name)
  return {
    key: 'printers',
    tone: 'danger',
    icon: <CircleHelp />,
    text: `${t('printers.notOnPaper', { count })} · ${names.join(', ')}`,
    action: (
      <StripButton variant="outline" onClick={() => openDialog('printers', true)}>
        {t('printers.look')}
      </StripButton>
    ),
    isAlert: true,
  }
}

/** Copies what is shown once. */
export const copySecret = (text: string) =>
  copyText(text).then(
    () => void toast({ title: t('common.copied') }),
    (error) => toastFailure(t('tables.copyFailed'), error),
  )

export interface Decision {
  job: OpenJob
  decision: (typeof api.JOB_DECISIONS)[number]
}

const printers = list<Printer>('printers')
const about = ({ id }: Printer) => ({ params: { id: String(id) } })

/** The printers, and what their editor adds to and changes. */
export const printerList = {
  draft: 'printer',
  words: 'printers',
  nameOf: ({ name }: Printer) => name,
  add: printers.add(api.createPrinter),
  save: printers.save(api.changePrinter),
  /** Changes it without its form. */
  change: printers.save(api.changePrinter, { failed: 'common.notChanged' }),
  remove: printers.remove(api.deletePrinter, { failed: 'common.notDeleted' }),
  /** Prints a test page; with `answers: false` also if the printer does not say that it is one. */
  test: printers.change(
    (printer, answers: boolean) => sendChange(api.printTestPage, { ...about(printer), body: { answers } }),
    { put: null, done: ({ name }) => t('printers.testSent', { name }), failed: 'printers.testFailed' },
  ),
  /** Makes the address at which a printer asks. The one before is void. */
  renewToken: printers.change((printer: Printer) => sendChange(api.renewPrinterToken, about(printer)), {
    put: null,
    failed: 'common.notChanged',
  }),
  /** Drops what waits at a printer (docs/product/printers.md#printers-drop). */
  dropWaiting: printers.change((printer: Printer) => sendChange(api.dropWaitingJobs, about(printer)), {
    put: null,
    done: (_, { dropped }) => t('printers.dropped', { count: dropped }),
    failed: 'common.notChanged',
  }),
  /** Says what became of a job: its paper is there, it is to be printed again, or nobody needs it. */
  decide: printers.change(
    (_, { job, decision }: Decision) =>
      sendChange(api.decideJob, { params: { id: String(job.id) }, body: { decision } }),
    {
      // At once, so that nobody decides twice.
      put: (all, _, { id }, { job }) =>
        all.map((one) => (one.id === id ? { ...one, jobs: one.jobs.filter((open) => open.id !== job.id) } : one)),
      failed: 'common.notChanged',
    },
  ),
  search: change(() => sendChange(api.searchPrinters), { failed: 'printers.searchFailed' }),
} satisfies Edited<Printer, api.PrinterInput> & Record<string, unknown>
