import { useState } from 'react'
import type { DayHours, WeeklyHours } from '#shared/domain/time/opening-hours.ts'
import { WEEKDAYS } from '#shared/domain/time/promotion-window.ts'
import { useChangeSettings } from '../../lib/settings/change-settings.tsx'
import { useSettings } from '../../lib/settings/settings.ts'
import { WeekEditor } from '../../lib/settings/week-editor.tsx'
import { Button, ChoiceChips, TimeInput, t } from '../../ui/index.ts'

const USUAL = { from: '12:00', to: '23:00' }
const ROUND_THE_CLOCK = { from: '00:00', to: '00:00' }
const daily = (hours: DayHours): WeeklyHours[] => WEEKDAYS.map((day) => ({ day, ...hours }))

/** When guests can order: the same hours every day in one line, or those of each day. */
export function HoursStep() {
  const { openingHours } = useSettings()
  const { mutate, isPending } = useChangeSettings()
  const [week, setWeek] = useState<readonly WeeklyHours[]>(openingHours?.weekly ?? daily(USUAL))
  const [isDaily, setDaily] = useState(!openingHours)
  const { from, to } = week[0] ?? USUAL
  const save = (weekly: readonly WeeklyHours[]) =>
    mutate({ openingHours: { weekly: [...weekly], exceptions: openingHours?.exceptions ?? [] } })
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save(week)
      }}
      className="flex flex-wrap items-center gap-2.5"
    >
      <ChoiceChips
        label={t('settings.tabs.hours')}
        className="flex gap-2.5"
        value={isDaily ? 'daily' : 'byDay'}
        onChange={(choice) => {
          setDaily(choice === 'daily')
          if (choice === 'daily') setWeek(daily({ from, to }))
        }}
        options={(['daily', 'byDay'] as const).map((value) => ({ value, label: t(`firstSteps.hours.${value}`) }))}
      />
      {isDaily ? (
        <span className="flex items-center gap-2">
          {(['from', 'to'] as const).map((end) => (
            <TimeInput
              key={end}
              value={end === 'from' ? from : to}
              aria-label={t(`settings.hours.${end}`, { day: t('firstSteps.hours.daily') })}
              onChange={({ target }) => setWeek(daily({ from, to, [end]: target.value }))}
            />
          ))}
        </span>
      ) : (
        <div className="basis-full">
          <WeekEditor week={week} usual={USUAL} none={t('settings.hours.closed')} onChange={setWeek} />
        </div>
      )}
      <Button type="submit" pending={isPending} className="max-sm:w-full sm:ml-auto">
        {t('firstSteps.hours.save')}
      </Button>
      <Button
        variant="quiet"
        size="small"
        className="-ml-3.5 basis-full justify-start! text-muted!"
        onClick={() => save(daily(ROUND_THE_CLOCK))}
      >
        {t('firstSteps.hours.always')}
      </Button>
    </form>
  )
}
