import { Popover } from '@base-ui/react/popover'
import { CalendarDays } from 'lucide-react'
import { type Ref, useState } from 'react'
import { cx } from '../cx.ts'
import { useBackCloses } from '../overlays/back.ts'
import { useTranslation } from '../translation.ts'
import { type FieldControl, TextInput } from './field.tsx'
import { type DayMark, dayText, MonthGrid, parseDay } from './month-grid.tsx'

interface DateInputProps extends Partial<FieldControl> {
  /** YYYY-MM-DD, or empty. */
  value: string
  /** Receives an empty text while what was typed is no day. */
  onChange: (day: string) => void
  onBlur?: () => void
  name?: string
  ref?: Ref<HTMLInputElement>
  /** The accessible name, if no Field provides one. */
  'aria-label'?: string
  required?: boolean
  min?: string
  max?: string
  markOf?: (day: string) => DayMark | undefined
  className?: string
}

/** A date, typed or chosen from a calendar. Browsers write a date in their own language, this in the person's. */
export function DateInput({ value, onChange, onBlur, min, max, markOf, className, ...control }: DateInputProps) {
  const { t, language } = useTranslation()
  const [typed, setTyped] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  useBackCloses(isOpen, () => setOpen(false))
  const isStale = typed !== null && value !== '' && parseDay(typed, language) !== value
  return (
    <div className={cx('relative', className)}>
      <TextInput
        {...control}
        maxLength={20}
        placeholder={t('calendar.example')}
        value={typed === null || isStale ? dayText(value, language) : typed}
        onChange={({ target }) => {
          setTyped(target.value)
          onChange(parseDay(target.value, language) ?? '')
        }}
        onBlur={() => {
          // What is no day stays, to be corrected.
          if (value !== '') setTyped(null)
          onBlur?.()
        }}
        className="figures pr-11"
      />
      <Popover.Root open={isOpen} onOpenChange={setOpen}>
        <Popover.Trigger
          aria-label={t('calendar.open')}
          title={t('calendar.open')}
          className="touch absolute top-0.5 right-0.5 grid size-10.5 place-items-center rounded-control text-muted hover:bg-sunk"
        >
          <CalendarDays aria-hidden="true" className="size-5" />
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Positioner align="end" sideOffset={6} collisionPadding={8} className="z-60 outline-none">
            <Popover.Popup aria-label={t('calendar.calendar')} className="popup p-2">
              <MonthGrid
                value={value}
                today={today()}
                min={min}
                max={max}
                markOf={markOf}
                autoFocus
                onChoose={(day) => {
                  setTyped(null)
                  onChange(day)
                  setOpen(false)
                }}
              />
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
    </div>
  )
}

/** Today on this device: only where the calendar opens depends on it. */
function today(): string {
  const now = new Date()
  return new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())).toISOString().slice(0, 10)
}
