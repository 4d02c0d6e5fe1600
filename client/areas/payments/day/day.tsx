import { zodResolver } from '@hookform/resolvers/zod'
import { type InfiniteData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import * as z from 'zod/mini'
import { closeDay, DAYS_PER_PAGE, type Day, getDay, getOpenDay, listDays } from '#shared/contracts/days.ts'
import { recordTill, type TILL_KINDS } from '#shared/contracts/payments.ts'
import { type Currency, formatMoney, moneyParts } from '#shared/domain/money.ts'
import { REASON_MAX } from '#shared/domain/payments/methods.ts'
import { type DaySection, dayOnPaper, dayReport } from '#shared/domain/printing/day-report.ts'
import { callApi } from '../../../lib/api/api.ts'
import { areaKey, queryClient } from '../../../lib/api/query.ts'
import { RequestError } from '../../../lib/api/request-error.ts'
import { entry } from '../../../lib/browser/paths.ts'
import { addOnce, type KeyedInput } from '../../../lib/changes/add-once.ts'
import { AmountInput, amountSchema } from '../../../lib/changes/amount-field.tsx'
import { EditorForm } from '../../../lib/changes/editor-form.tsx'
import { useOwnerChange } from '../../../lib/changes/refetching.ts'
import { sendChange, toastFailure } from '../../../lib/changes/send-change.ts'
import { useEditor } from '../../../lib/changes/use-editor.ts'
import { serviceKey } from '../../../lib/settings/change-settings.tsx'
import { useSettings } from '../../../lib/settings/settings.ts'
import { Button, Card, language, Money, TextField, t } from '../../../ui/index.ts'
import { printAtPrinter, usePrint } from '../../printing/index.ts'

/* The days' requests. A CHANGED message refetches all that begins with this key. */
const daysKey = areaKey('days')
const closedKey = (number: number) => [...daysKey, 'closed', number] as const

/** What was taken since the last day's end; fetched each time that it is opened. */
export function useOpenDay() {
  return useQuery({
    queryKey: [...daysKey, 'open'],
    queryFn: ({ signal }) => callApi(getOpenDay, { signal }),
    refetchOnMount: 'always',
  })
}

export function useClosedDay(number: number) {
  return useQuery({
    queryKey: closedKey(number),
    queryFn: ({ signal }) => callApi(getDay, { params: { number: String(number) }, signal }),
  })
}

export function useClosedDays() {
  return useInfiniteQuery({
    queryKey: [...daysKey, 'list'],
    queryFn: ({ pageParam, signal }) =>
      callApi(listDays, { query: { before: pageParam === undefined ? undefined : String(pageParam) }, signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page: Day[]) => (page.length < DAYS_PER_PAGE ? undefined : page.at(-1)?.number),
    select: ({ pages }: InfiniteData<Day[]>) => pages.flat(),
    gcTime: 0,
  })
}

/** Whether the day was not closed because a fiscal receipt is open. */
export const isWithoutReceipts = (error: unknown) => error instanceof RequestError && error.code === 'fiscal_open'

/** Closes the day once, also if an answer is lost. After `day_changed` the figures are fetched again. */
export function useCloseDay(onClosed: (day: Day) => void) {
  const attempt = useRef<KeyedInput<z.input<typeof closeDay.body>>>(undefined)
  return useOwnerChange({
    mutationFn: (input: z.input<typeof closeDay.body>) =>
      addOnce(attempt, input, (body, key) => sendChange(closeDay, { body, headers: { 'Idempotency-Key': key } })),
    onSuccess(day) {
      queryClient.setQueryData(closedKey(day.number), day)
      onClosed(day)
    },
    onError(error) {
      // The count itself says that the figures have changed; without a receipt it asks.
      if ((error instanceof RequestError && error.code === 'day_changed') || isWithoutReceipts(error)) return
      toastFailure(t('days.closeFailed'), error)
    },
    refetch: [daysKey, serviceKey],
  })
}

interface FiguresProps {
  rows: DaySection['rows']
  currency: Currency
  actionOf?: (index: number) => ReactNode
}

export function FigureList({ rows, currency, actionOf }: FiguresProps) {
  return (
    <ul className="divide-y divide-line">
      {rows.map(({ label, note, amount }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity.
        <li key={i} className="flex flex-wrap items-center gap-x-3 py-2 text-body">
          <span className="min-w-0 flex-[1_1_7rem] break-words">
            {label} {note && <span className="text-muted text-sm">{note}</span>}
          </span>
          <Money parts={moneyParts(amount, currency)} className="font-semibold" />
          {actionOf?.(i)}
        </li>
      ))}
    </ul>
  )
}

type SectionCardProps = Omit<FiguresProps, 'rows'> & { section: DaySection; children?: ReactNode }

export function SectionCard({ section: { title, total, rows }, children, ...figures }: SectionCardProps) {
  return (
    <Card className="mb-4 break-inside-avoid px-5 py-4">
      <section aria-label={title}>
        <div className="flex flex-wrap items-baseline justify-between gap-x-3 border-line border-b pb-2">
          <h3 className="display min-w-0 flex-[1_1_7rem] text-lg leading-tight">{title}</h3>
          {total !== undefined && <Money parts={moneyParts(total, figures.currency)} className="font-bold text-lg" />}
        </div>
        <FigureList rows={rows} {...figures} />
        {children}
      </section>
    </Card>
  )
}

/** Prints a closed day, as a copy unless it was just closed. */
export function PrintDay({ day }: { day: Day }) {
  const settings = useSettings()
  const { print, isPrinting } = usePrint()
  const printDay = () => {
    if (printAtPrinter({ document: 'day', day: day.number })) return
    const isCopy = !entry.get('isUnprinted')
    const report = dayOnPaper(day, { ...settings, t, language, isCopy })
    const printable = { title: report.headings.slice(0, 2).join(' · '), lines: dayReport(report, settings) }
    void print(printable, { record: () => entry.set({ isUnprinted: undefined }) })
  }
  return (
    <Button variant="outline" pending={isPrinting} onClick={printDay}>
      <Printer className="size-5" />
      {t('common.print')}
    </Button>
  )
}

const START = { amount: '', reason: '' }

interface TillFormProps {
  /** Whether cash is put in or taken out. */
  kind: (typeof TILL_KINDS)[number]
  /** Says so. */
  label: string
  currency: Currency
  onClose: () => void
}

export function TillForm({ kind, label, currency, onClose }: TillFormProps) {
  const { mutateAsync } = useOwnerChange({
    mutationFn: ({ input, key }: KeyedInput<z.input<typeof recordTill.body>>) =>
      sendChange(recordTill, { body: input, headers: { 'Idempotency-Key': key } }),
    failure: 'days.tillFailed',
    refetch: [daysKey],
  })
  const { amount, reason } = recordTill.body.shape
  const schema = z.object({ amount: amountSchema(currency, amount), reason })
  const editor = useEditor({
    name: `till.${kind}`,
    resolver: zodResolver(schema),
    saved: null as z.output<typeof schema> | null,
    valuesOf: () => START,
    start: START,
    async add(input: z.output<typeof schema>, key) {
      await mutateAsync({ input: { kind, ...input }, key })
      return input
    },
    savedText: ({ amount, reason }) => t('days.tillRecorded', { amount: formatMoney(amount, currency), reason }),
    onDone: onClose,
  })
  const { register } = editor
  return (
    <EditorForm editor={editor} saveLabel={label} onCancel={onClose} className="flex flex-col gap-4">
      <TextField as={AmountInput} label={t('days.amount', { unit: currency.toUpperCase() })} {...register('amount')} />
      <TextField label={t('days.reason')} {...register('reason')} maxLength={REASON_MAX} />
    </EditorForm>
  )
}
