import { EyeOff, TriangleAlert } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useId, useState } from 'react'
import type { Day, OpenDay } from '#shared/contracts/days.ts'
import { type Currency, formatMoney, moneyParts, plainFigure } from '#shared/domain/money.ts'
import { countedCash, DENOMINATIONS, REASON_MAX, typedAmount } from '#shared/domain/payments/methods.ts'
import { expectedSection, owingOf, reportNumber } from '#shared/domain/printing/day-report.ts'
import { storedDraft } from '../../../lib/browser/draft.ts'
import { latestOf } from '../../../lib/browser/storage.ts'
import { AmountInput } from '../../../lib/changes/amount-field.tsx'
import { DraftNotice } from '../../../lib/changes/editor-form.tsx'
import { confirm } from '../../../lib/dialogs/confirm.tsx'
import { Button, Card, cx, Money, Notice, TextField, TextInput, t } from '../../../ui/index.ts'
import { FigureList, isWithoutReceipts, useCloseDay } from './day.tsx'

/** How often each note was counted, as typed, and what is decided about the cash. */
interface Count {
  notes: Record<string, string>
  coins: string
  /** What stays in the till, as typed; null as proposed. */
  left: string | null
  note: string
  /** The last entry of the day when the count was confirmed; null while it is being made. */
  confirmed: number | null
}

const NOTHING_COUNTED: Count = { notes: {}, coins: '', left: null, note: '', confirmed: null }

function parse(value: unknown): Count | undefined {
  const { notes, coins, note } = (value ?? {}) as Partial<Count>
  const isCount = typeof notes === 'object' && notes !== null && typeof coins === 'string' && typeof note === 'string'
  return isCount ? { ...NOTHING_COUNTED, ...(value as Count) } : undefined
}

/** The count for the day with this number. It is a draft, which ends when the day is closed. */
export function useCashCount(day: number) {
  const [draft] = useState(() => storedDraft(`day.${day}`, 1, parse))
  const [kept] = useState(draft.read)
  const [count, setCount] = useState(kept ?? NOTHING_COUNTED)
  const [isRestored, setRestored] = useState(kept !== undefined)
  return {
    count,
    isRestored,
    change({ notes, ...part }: Partial<Count>) {
      const before = latestOf(draft, count, NOTHING_COUNTED)
      const next = { ...before, ...part, notes: { ...before.notes, ...notes } }
      setCount(next)
      draft.write(next)
    },
    startOver() {
      draft.clear()
      setCount(NOTHING_COUNTED)
      setRestored(false)
    },
  }
}

/** The counted cash in minor units; undefined while the coins are no amount. */
function totalOf({ notes, coins }: Count, currency: Currency): number | undefined {
  const inCoins = coins.trim() === '' ? 0 : typedAmount(coins, currency)
  if (inCoins === undefined) return undefined
  return countedCash(new Map(DENOMINATIONS[currency].map((note) => [note, Number(notes[note] ?? 0)])), inCoins)
}

/** No drawer has more of one note than has as many digits. */
const NOTE_DIGITS = 4

interface CountingProps {
  day: OpenDay & { lastEntry: number }
  counting: ReturnType<typeof useCashCount>
}
interface CountedProps extends CountingProps {
  onClosed: (day: Day) => void
  /** The heading of the report that then stands in place of the count. */
  reportHeading: RefObject<HTMLElement | null>
}

/** Counts the cash first; what was expected and the end of the day follow (docs/product/payments.md#day-end-count). */
export function CashCount(props: CountedProps) {
  const title = useId()
  return (
    <Card className="px-5 py-4">
      <section aria-labelledby={title}>
        <h3 id={title} className="display mb-2 text-xl leading-tight">
          {t('days.count')}
        </h3>
        <DraftNotice editor={props.counting} />
        {props.counting.count.confirmed !== null ? <Counted {...props} /> : <Counting {...props} />}
      </section>
    </Card>
  )
}

function Counting({ day: { currency, lastEntry }, counting: { count, change } }: CountingProps) {
  const total = totalOf(count, currency)
  const confirm = () => {
    if (total !== undefined) change({ confirmed: lastEntry })
  }
  // Enter leads to the next field, and from the last one on.
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    const fields = [...event.currentTarget.querySelectorAll('input')]
    const next = fields[fields.indexOf(event.target) + 1]
    if (next) next.focus()
    else confirm()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to the keys of its fields.
    <div onKeyDown={onKeyDown}>
      <ul className="flex flex-col gap-1">
        {DENOMINATIONS[currency].map((note) => (
          <NoteRow
            key={note}
            {...{ note, currency }}
            text={count.notes[note] ?? ''}
            onChange={(text) => change({ notes: { [note]: text } })}
          />
        ))}
      </ul>
      <TextField
        as={AmountInput}
        label={t('days.coins')}
        error={total === undefined ? t('validation.amount') : undefined}
        fieldClass="mt-2 grid grid-cols-[1fr_min(8rem,50%)] items-center"
        value={count.coins}
        onChange={({ target }) => change({ coins: target.value })}
        enterKeyHint="done"
        placeholder="0.00"
        className="text-right"
      />
      <p role="status" className="flex items-baseline justify-between gap-3 pt-3">
        <span className="font-semibold">{t('days.counted')}</span>
        <Money parts={moneyParts(total ?? 0, currency)} className="display text-figure" />
      </p>
      <p className="my-2 flex gap-2 text-muted text-sm">
        <EyeOff className="size-4.5 shrink-0" />
        {t('days.hidden')}
      </p>
      <Button size="large" className="w-full" disabled={total === undefined} onClick={confirm}>
        {t('days.confirm')}
      </Button>
    </div>
  )
}

interface NoteRowProps {
  /** In minor units. */
  note: number
  currency: Currency
  text: string
  onChange: (text: string) => void
}

function NoteRow({ note, currency, text, onChange }: NoteRowProps) {
  const count = Number(text)
  return (
    <li className="flex items-center gap-2">
      <span aria-hidden="true" className="figures w-13 whitespace-nowrap text-right font-bold">
        {note / 100} <span className="font-normal text-muted">×</span>
      </span>
      <TextInput
        aria-label={t('days.notes', { note: formatMoney(note, currency).replace('.00', '') })}
        value={text}
        onChange={({ target }) => onChange(target.value.replace(/\D/g, '').slice(0, NOTE_DIGITS))}
        onFocus={({ target }) => target.select()}
        inputMode="numeric"
        enterKeyHint="next"
        placeholder="0"
        className="figures w-16! px-1! text-center font-semibold"
      />
      <span className={cx('figures min-w-0 flex-1 text-right text-body', count === 0 && 'text-muted')}>
        {moneyParts(note * count, currency).figure}
      </span>
    </li>
  )
}

function Counted({ day, counting: { count, change, startOver }, onClosed, reportHeading }: CountedProps) {
  const { mutateAsync, isPending } = useCloseDay((closed) => {
    startOver()
    onClosed(closed)
  })
  const { currency, expected } = day
  const counted = totalOf(count, currency) ?? 0
  const difference = counted - expected
  // As much as last time, if there is as much.
  const leftText = count.left ?? plainFigure(Math.min(day.start, counted))
  const left = typedAmount(leftText, currency) ?? Number.NaN
  const report = reportNumber(day.nextNumber)
  const unsettled = owingOf(day, 'open').length + day.withoutPayment.length
  const close = async () => {
    if (!(left <= counted)) return
    const input = { counted, left, seen: day.lastEntry, note: count.note || null }
    let lacksReceipts = false
    await confirm({
      title: t('days.closeTitle'),
      description: [
        ...(difference === 0 ? [] : [t('days.differs', { amount: formatMoney(difference, currency) })]),
        ...(unsettled === 0 ? [] : [t('days.unsettled', { count: unsettled })]),
        t('days.closeMeans', { number: report }),
      ].join(' '),
      confirm: t('days.closeNow'),
      focusAfter: reportHeading,
      // After a failure the question does not stay: it would cover what has changed.
      action: () =>
        mutateAsync(input).catch((error) => {
          lacksReceipts = isWithoutReceipts(error)
        }),
    })
    if (!lacksReceipts) return
    await confirm({
      title: t('days.withoutReceipts'),
      description: t('days.withoutReceiptsMeans'),
      confirm: t('days.closeNow'),
      isDestructive: true,
      focusAfter: reportHeading,
      action: () => mutateAsync({ ...input, withoutReceipts: true }).catch(() => {}),
    })
  }
  const figures = [
    ...expectedSection(day, t).rows,
    { label: t('days.expected'), amount: expected },
    { label: t('days.counted'), amount: counted },
  ]
  return (
    <div className="flex flex-col gap-3">
      {count.confirmed !== day.lastEntry && (
        <Notice icon={<TriangleAlert />} tone="pending">
          {t('days.changed')}
        </Notice>
      )}
      <FigureList rows={figures} currency={currency} />
      <p
        role="status"
        className={cx(
          'flex items-center justify-between gap-3 rounded-control px-4 py-3',
          difference === 0 ? 'bg-sunk' : 'bg-pending-soft text-pending',
        )}
      >
        <span>
          <span className="block font-semibold">{t('days.difference')}</span>
          <span className="text-sm">
            {t(difference === 0 ? 'days.exact' : difference < 0 ? 'days.short' : 'days.over')}
          </span>
        </span>
        <Money parts={moneyParts(difference, currency)} className="display text-head" />
      </p>
      <TextInput
        aria-label={t('days.why')}
        placeholder={t('days.why')}
        value={count.note}
        onChange={({ target }) => change({ note: target.value })}
        maxLength={REASON_MAX}
      />
      <TextField
        as={AmountInput}
        label={t('days.left')}
        error={left <= counted ? undefined : t(left > counted ? 'days.tooMuch' : 'validation.amount')}
        hint={`${t('days.takenAway')}: ${formatMoney(counted - left, currency)}`}
        value={leftText}
        onChange={({ target }) => change({ left: target.value })}
      />
      <Button variant="outline" disabled={isPending} onClick={() => change({ confirmed: null })}>
        {t('days.again')}
      </Button>
      <Button size="large" onClick={() => void close()}>
        {t('days.close', { number: report })}
      </Button>
    </div>
  )
}
