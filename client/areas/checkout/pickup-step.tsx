import { Clock, MapPin } from 'lucide-react'
import { type ComponentType, type ReactNode, useId, useRef, useState } from 'react'
import type { PickupSlots } from '#shared/contracts/hours.ts'
import { orderTotal } from '#shared/domain/orders/cart-orders.ts'
import { whichRun } from '#shared/domain/time/doubled-time.ts'
import { localTime } from '#shared/domain/time/local-time.ts'
import { dayWords, shortDate } from '#shared/i18n/format.ts'
import { errorMessage } from '../../lib/api/request-error.ts'
import { useServerNow } from '../../lib/clock/server-clock.ts'
import { PauseNote, usePauseText } from '../../lib/settings/pause-note.tsx'
import { RestaurantTime, usePickup, usePickupWords } from '../../lib/settings/pickup-time.tsx'
import { money, timeZone, useSettings } from '../../lib/settings/settings.ts'
import { Button, cx, LoadFailure, language, type PanelProps, Skeleton, t } from '../../ui/index.ts'
import { type ChosenPickup, type NamedLine, useLinesAt } from './use-checkout.ts'

interface PickupStepProps {
  Panel: ComponentType<PanelProps>
  back: ReactNode
  lines: readonly NamedLine[]
  chosen: ChosenPickup | undefined
  onChoose: (chosen: ChosenPickup) => void
  /** The question where to eat. */
  dining: ReactNode
  /** Whether staff choose the time for somebody on the telephone. */
  isForSomebody?: boolean | undefined
}

/** The step of a takeaway order that asks when it is picked up (docs/product/checkout.md#checkout-pickup). */
export function PickupStep({ Panel, back, lines, chosen, onChoose, dining, isForSomebody }: PickupStepProps) {
  const wordsOf = usePickupWords()
  const { restaurantAddress } = useSettings()
  const now = useServerNow()
  const form = useRef<HTMLFormElement>(null)
  const formId = useId()
  const [chosenDay, setDay] = useState(chosen?.day)
  const [at, setAt] = useState(chosen?.at ?? undefined)
  const [wantsTime, setWantsTime] = useState(chosen && chosen.at !== null)
  const { data, isError, error, refetch, isPlaceholderData } = usePickup(chosenDay)
  const day = chosenDay ?? data?.days[0]
  const slots = (data?.slots ?? []).filter((one) => Date.parse(one.at) > now)
  const asap = wantsTime ? undefined : data?.asap
  const slot = asap ? undefined : slots.find((one) => one.at === at && !one.full)
  const priced = useLinesAt(lines, slot?.at ?? null)
  const total = orderTotal(priced.lines, 'takeaway')
  const words = slot && wordsOf(slot.at)
  const end = slot && slotEnd(slot.at, slots)
  const hasTimes = data !== undefined && (data.asap !== null || data.days.length > 0)
  const time = asap ? t('checkout.pickup.asap').toLocaleLowerCase() : words?.text
  return (
    <Panel
      title={t(isForSomebody ? 'checkout.pickup.titleForSomebody' : 'checkout.pickup.title')}
      back={back}
      footer={
        hasTimes && (
          <>
            <p className="mb-3 flex items-baseline justify-between gap-4">
              <span className="text-body text-muted first-letter:uppercase">
                {asap && t('checkout.pickup.ready', wordsOf(asap.at))}
                {words && (end ? t('checkout.pickup.between', { ...words, end: wordsOf(end).time }) : words.text)}
                {total !== orderTotal(lines, 'takeaway') && (
                  <span className="block text-small">{t('checkout.pickup.prices')}</span>
                )}
              </span>
              <span
                className={cx('display figures shrink-0 text-title leading-none', priced.isPending && 'opacity-50')}
              >
                {money(total)}
              </span>
            </p>
            <Button type="submit" form={formId} size="large" variant={time ? 'primary' : 'outline'} className="w-full">
              {time ? t('checkout.pickup.continue', { time }) : t('checkout.pickup.choose')}
            </Button>
          </>
        )
      }
    >
      <form
        id={formId}
        ref={form}
        className="space-y-4 pt-3 pb-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (asap) onChoose({ at: null })
          else if (slot) onChoose({ at: slot.at, day })
          else form.current?.querySelector<HTMLElement>('[name=slot]:not(:disabled)')?.focus()
        }}
      >
        {dining}
        <PauseNote />
        {!data && isError && <LoadFailure description={errorMessage(error)} onRetry={() => void refetch()} />}
        {!data && !isError && <Skeleton className="h-64 rounded-card" />}
        {data && !hasTimes && <p className="text-body">{t('checkout.pickup.none')}</p>}
        {hasTimes && (
          <div className="divide-y divide-line card-face shadow-soft">
            {data.asap && (
              <Kind checked={Boolean(asap)} onCheck={() => setWantsTime(false)} label={t('checkout.pickup.asap')}>
                <span className="block text-muted">{t('checkout.pickup.ready', wordsOf(data.asap.at))}</span>
              </Kind>
            )}
            {data.days.length > 0 && (
              <div>
                <Kind checked={!asap} onCheck={() => setWantsTime(true)} label={t('checkout.pickup.other')} />
                {!asap && (
                  <>
                    <Chips
                      {...{ name: 'day', legend: t('checkout.pickup.day'), value: day, onChange: setDay }}
                      className="flex gap-2 overflow-x-auto"
                      chipClass="min-w-22 flex-1"
                      options={data.days.map((value) => ({
                        value,
                        label: dayWords(value, localTime(new Date(now), timeZone).day, language, 'short'),
                        note: shortDate(value, language),
                      }))}
                    />
                    <Chips
                      {...{ name: 'slot', legend: t('checkout.pickup.time'), value: slot?.at, onChange: setAt }}
                      className={cx('grid grid-cols-4 gap-2 pb-4', isPlaceholderData && 'opacity-50')}
                      disabled={isPlaceholderData}
                      options={slots.map(({ at, full }) => ({
                        value: at,
                        label: localTime(new Date(at), timeZone).time,
                        note: `${whichRun(at, timeZone, language)} ${full ? t('checkout.pickup.full') : ''}`.trim(),
                        isFull: full,
                      }))}
                    />
                  </>
                )}
              </div>
            )}
          </div>
        )}
        <RestaurantTime className="text-muted text-sm" />
        {!isForSomebody && (
          <p className="flex gap-2 text-body text-muted">
            <MapPin className="mt-0.5 size-4.5 shrink-0" />
            <span>
              {restaurantAddress && `${t('checkout.pickup.address', { address: restaurantAddress })} `}
              {t('checkout.pickup.pay')}
            </span>
          </p>
        )}
      </form>
    </Panel>
  )
}

/** The end of a slot, if the others say how long one is. */
function slotEnd(at: string, slots: PickupSlots['slots']): string | undefined {
  const lengths = slots.slice(1).map((slot, i) => Date.parse(slot.at) - Date.parse(slots[i]?.at ?? ''))
  return lengths.length > 0 ? new Date(Date.parse(at) + Math.min(...lengths)).toISOString() : undefined
}

interface KindProps {
  checked: boolean
  onCheck: () => void
  label: string
  children?: ReactNode
}

/** As soon as possible, or another time. */
function Kind({ checked, onCheck, label, children }: KindProps) {
  return (
    <label className="flex min-h-14 cursor-pointer items-center gap-3 px-4 py-2.5 text-body">
      <input type="radio" name="kind" className="size-5 accent-accent" checked={checked} onChange={onCheck} />
      <span>
        <span className="font-semibold">{label}</span>
        {children}
      </span>
    </label>
  )
}

interface ChipsProps {
  name: string
  legend: string
  value: string | undefined
  onChange: (value: string) => void
  options: readonly { value: string; label: string; note: string | false; isFull?: boolean }[]
  disabled?: boolean
  className: string
  chipClass?: string
}

/** Days or times as chips; one that is full is struck through. */
function Chips({ name, legend, value, onChange, options, disabled, className, chipClass }: ChipsProps) {
  return (
    <fieldset disabled={disabled} className={cx('min-w-0 px-4 py-1', className)}>
      <legend className="sr-only">{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className={cx('choosable min-h-13 p-1', chipClass)}>
          <input
            type="radio"
            name={name}
            className="sr-only"
            checked={option.value === value}
            disabled={option.isFull}
            onChange={() => onChange(option.value)}
          />
          <span className={cx('figures font-semibold text-body', option.isFull && 'line-through')}>{option.label}</span>
          {option.note && <span className="text-small">{option.note}</span>}
        </label>
      ))}
    </fieldset>
  )
}

/** In the cart while no orders are taken now: from when the restaurant is open, and that a later time can be chosen. */
export function OrderAhead() {
  const text = usePauseText()
  const day = usePickup(undefined).data?.days[0]
  const today = localTime(new Date(useServerNow()), timeZone).day
  if (!text) return null
  return (
    <section role="status" className="card-face my-4 flex items-center gap-x-3 p-3.5 shadow-soft">
      <span className="grid size-11 shrink-0 place-items-center rounded-control bg-pending-soft text-pending">
        <Clock className="size-5" />
      </span>
      <p className="min-w-0 flex-1 text-body leading-snug">
        <span className="font-semibold">{text}</span>
        {day && (
          <span className="block text-muted">
            {t('checkout.pickup.orderNow', { day: dayWords(day, today, language) })}
          </span>
        )}
      </p>
    </section>
  )
}
