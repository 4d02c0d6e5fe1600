import { Minus, Phone } from 'lucide-react'
import { RESERVATION_NUMBERS, RESERVATION_SLOT_MINUTES } from '#shared/domain/reservations/reservations.ts'
import { showDialog } from '../../kit/dialog.tsx'
import type { SettingsTab } from '../../lib/browser/dashboard.ts'
import { paths } from '../../lib/browser/paths.ts'
import { fieldError } from '../../lib/changes/field-error.ts'
import { closeDialog } from '../../lib/dialogs/open-dialog.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { loadWordsInAllLanguages } from '../../lib/words/load-words.ts'
import { Button, buttonClass, cx, FieldError, i18n, Notice, Stepper, Switch, t } from '../../ui/index.ts'
import { CODES_PER_PAGE, CodeFiles, LocalWarning, PrintCodesButton, useAddresses } from '../codes/index.ts'
import { openReservations } from '../reservations/index.ts'
import { useTables } from '../tables/index.ts'
import { lengthText } from './setting-texts.ts'
import { Choice, settingsForm, useSetting, useSettingsForm, Yes } from './settings-form.tsx'

/** How far a step goes, from which number on. */
const STEPS = {
  minutes: [
    [360, 120],
    [120, 30],
    [0, 15],
  ],
  number: [
    [60, 30],
    [20, 5],
    [0, 1],
  ],
} as const

/** The next number of the steps above or below one, which need not be of them. */
function nextTo(number: number, isMore: boolean, of: keyof typeof STEPS): number {
  const from = isMore ? number : number - 1
  const step = STEPS[of].find(([start]) => start <= from)?.[1] ?? 1
  return isMore ? (Math.floor(number / step) + 1) * step : (Math.ceil(number / step) - 1) * step
}

type Rule = keyof typeof RESERVATION_NUMBERS

/** A rule as a sentence, in which its number is changed. */
function RuleSentence({ rule }: { rule: Rule }) {
  const [saved, onChange] = useSetting(`reservations.${rule}`)
  const error = fieldError(useSettingsForm().formState.errors.reservations?.[rule])
  const { min, max } = RESERVATION_NUMBERS[rule]
  const number = saved ?? max
  const isLength = rule.endsWith('Minutes')
  const name = t(`settings.reservations.${rule}`)
  const sentence = t(`settings.reservations.sentences.${rule}`, { count: number, length: '|' })
  const [before, after] = sentence.split(isLength ? '|' : String(number))
  const step = (next: number) =>
    onChange(Math.min(max, Math.max(min, nextTo(number, next > number, isLength ? 'minutes' : 'number'))))
  return (
    <div>
      <div className="flex flex-wrap items-center gap-x-2 text-body">
        <span>{before}</span>
        <Stepper
          {...{ name, min, max }}
          quantity={number}
          text={isLength ? lengthText(number) : String(number)}
          onChange={step}
          minus={{ label: t('settings.reservations.less', { name }), icon: <Minus className="size-[17px]" /> }}
          plus={{ 'aria-label': t('settings.reservations.more', { name }) }}
          className={cx('relative my-0.5', isLength ? '[&>output]:min-w-20' : '[&>output]:min-w-9')}
        />
        <span>{after}</span>
      </div>
      {error && <FieldError id={undefined}>{error}</FieldError>}
    </div>
  )
}

/** Says that guests cannot reserve for as many as the rule allows: nobody answers those who need several tables. */
function LargestTable() {
  const [maxParty] = useSetting('reservations.maxParty')
  const { data: tables = [] } = useTables(true)
  const seats = Math.max(0, ...tables.map(({ capacity, reservable = true }) => (reservable ? capacity : 0)))
  if (seats === 0 || (maxParty ?? 0) <= seats) return null
  return <p className="text-pending text-small">{t('settings.reservations.largestTable', { count: seats })}</p>
}

/** How tables are reserved (docs/product/reservations.md#reservations-setting). */
export function ReservationSettings({ onShowTab }: { onShowTab: (tab: SettingsTab) => void }) {
  const error = useSettingsForm().formState.errors.reservations
  const { reservations, openingHours, restaurantPhone: phone } = useSettings()
  const wereOn = reservations?.on
  const isOn = settingsForm.useValues(({ reservations }) => reservations.on)
  const [isOnline, setOnline] = useSetting('reservations.online')
  const [asksFrom, setAsksFrom] = useSetting('reservations.asksFrom')
  const refused = error?.online ?? (error?.message ? error : undefined)
  return (
    <>
      <Yes
        name="reservations.on"
        label="settings.reservations.on"
        hint={`settings.reservations.${wereOn && !isOn ? 'off' : 'onHint'}`}
      />
      {wereOn && <Ways />}
      {(isOn || error) && (
        <>
          <Choice
            name="reservations.slotMinutes"
            label="settings.reservations.slotMinutes"
            options={RESERVATION_SLOT_MINUTES.map((value) => ({ value, label: lengthText(value) }))}
          />
          <div className="flex flex-col gap-1.5">
            <RuleSentence rule="stayMinutes" />
            <RuleSentence rule="lastSeatingMinutes" />
            <RuleSentence rule="heldMinutes" />
          </div>
          <Switch
            label={t('settings.reservations.online')}
            hint={t(openingHours ? 'settings.reservations.onlineHint' : 'validation.onlineNeedsHours')}
            checked={isOnline}
            disabled={!openingHours && !isOnline}
            error={fieldError(refused as { message?: string })}
            onCheckedChange={setOnline}
          />
          {(isOnline || error) && (
            <div className="flex flex-col gap-1.5">
              <RuleSentence rule="leadMinutes" />
              <RuleSentence rule="daysAhead" />
              <RuleSentence rule="maxParty" />
              {asksFrom === null && <LargestTable />}
              {!phone && (
                <Notice icon={<Phone />} tone="pending">
                  {t('settings.reservations.noPhone')}{' '}
                  <button
                    type="button"
                    className="touch font-semibold underline"
                    onClick={() => onShowTab('restaurant')}
                  >
                    {t('settings.reservations.addPhone')}
                  </button>
                </Notice>
              )}
              <Switch
                label={t('settings.reservations.asks')}
                hint={t('settings.reservations.asksHint')}
                checked={asksFrom !== null}
                onCheckedChange={(asks) => setAsksFrom(asks ? USUAL_ASKS_FROM : null)}
              />
              {asksFrom !== null && <RuleSentence rule="asksFrom" />}
            </div>
          )}
        </>
      )}
    </>
  )
}

const USUAL_ASKS_FROM = 6

/** Where reservations are, once they are on: the book, and for guests their page with its code. */
function Ways() {
  const isOnline = useSettings().reservations?.online
  const showCode = async () => {
    // The code is printed in the restaurant's language, and its invitation in both.
    await loadWordsInAllLanguages('dashboard')
    await showDialog({ title: t('settings.reservations.ways.code'), content: () => <ReservationsCode /> })
  }
  const look = buttonClass({ variant: 'outline', size: 'small' })
  return (
    <div className="flex flex-wrap gap-2.5">
      <Button
        variant="outline"
        size="small"
        onClick={() => {
          closeDialog('settings')
          openReservations()
        }}
      >
        {t('settings.reservations.ways.book')}
      </Button>
      {isOnline && (
        <a href={paths.reserve} target="_blank" rel="noopener" className={look}>
          {t('settings.reservations.ways.page')}
        </a>
      )}
      {isOnline && (
        <Button variant="outline" size="small" onClick={() => void showCode()}>
          {t('settings.reservations.ways.code')}…
        </Button>
      )}
    </div>
  )
}

/** The code of the guests' page, to save and to print. */
function ReservationsCode() {
  const { language } = useSettings()
  const { data } = useAddresses()
  if (!data) return null
  const code = { address: data.origin + paths.reserve, caption: t('reservations.title') }
  const caption = i18n.getFixedT(language)('reservations.title')
  const invitation = 'settings.reservations.ways.invitation' as const
  return (
    <div className="flex flex-col gap-4">
      <LocalWarning addresses={data} />
      <CodeFiles {...code} fileName={t('settings.reservations.ways.fileName')} />
      <PrintCodesButton labels={Array(CODES_PER_PAGE).fill({ ...code, caption, invitation })}>
        {t('common.print')}
      </PrintCodesButton>
      <p className="text-center text-muted text-small">
        {t('tables.codes.about')} {t('tables.codes.hint')}
      </p>
    </div>
  )
}
