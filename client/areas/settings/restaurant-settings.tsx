import { Plus, Trash2 } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId, useRef } from 'react'
import { type FieldValues, type UseFieldArrayReturn, useFieldArray, useWatch } from 'react-hook-form'
import { LISTED_NAME_MAX } from '#shared/contracts/payments.ts'
import { MAX_STATIONS } from '#shared/domain/kitchen.ts'
import { LANGUAGES, nameIn } from '#shared/domain/language.ts'
import { CURRENCIES } from '#shared/domain/money.ts'
import { GUEST_SWITCHES, type GuestSwitchName, type RESTAURANT_TEXTS } from '#shared/domain/settings.ts'
import { chooseTheme, LANGUAGE_NAMES, LanguageChoice, theme } from '../../lib/browser/preferences.tsx'
import { useBothLanguages } from '../../lib/changes/both-languages.tsx'
import { fieldError } from '../../lib/changes/field-error.ts'
import { SwitchCard } from '../../lib/settings/change-settings.tsx'
import { Button, ChoiceChips, FieldError, IconButton, language, MoveButtons, t } from '../../ui/index.ts'
import { useAddresses } from '../codes/index.ts'
import {
  Both,
  Numeric,
  RESTAURANT_TEXT_NAMES,
  Select,
  Text,
  Time,
  useSetting,
  useSettingsForm,
} from './settings-form.tsx'

const INPUTS: Partial<Record<keyof typeof RESTAURANT_TEXTS, Pick<ComponentProps<'input'>, 'type' | 'autoComplete'>>> = {
  restaurantName: { autoComplete: 'organization' },
  restaurantAddress: { autoComplete: 'street-address' },
  restaurantPhone: { type: 'tel', autoComplete: 'tel' },
}

/** Texts, public address, start of the business day, switches and kitchen (docs/product/settings.md#settings-restaurant). */
export function RestaurantSettings() {
  return (
    <>
      <p className="text-sm text-muted">{t('settings.restaurantHint')}</p>
      {RESTAURANT_TEXT_NAMES.map((name) => (
        <Text key={name} name={name} label={`settings.${name}`} {...INPUTS[name]} />
      ))}
      <PublicAddress />
      <Time
        name="businessDayStart"
        label="settings.businessDayStart"
        hint="settings.businessDayStartHint"
        maxLength={5}
        placeholder="04:00"
      />
      {(Object.keys(GUEST_SWITCHES) as GuestSwitchName[]).map((name) => (
        <GuestSwitch key={name} name={name} />
      ))}
      <KitchenSettings />
    </>
  )
}

/** The address in the codes; fixed where the environment sets it. */
function PublicAddress() {
  const { data: addresses } = useAddresses()
  const isFixed = addresses?.isFixed === true
  return (
    <Text
      name="publicAddress"
      label="settings.publicAddress"
      hint={isFixed ? 'settings.publicAddressFixed' : 'settings.publicAddressHint'}
      {...(isFixed && { value: addresses.origin, readOnly: true, className: 'bg-sunk text-muted' })}
      type="url"
      inputMode="url"
      maxLength={200}
      placeholder="https://menu.example.ro"
    />
  )
}

function GuestSwitch({ name }: { name: GuestSwitchName }) {
  const [isOn, setOn] = useSetting(name)
  return <SwitchCard name={name} isOn={isOn} onChange={setOn} />
}

/** The stations of the kitchen, and when an order is late (docs/product/settings.md#settings-stations). */
function KitchenSettings() {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="mt-1 flex flex-col gap-4 border-t border-line pt-5">
      <div>
        <h3 id={titleId} className="text-base font-bold">
          {t('floor.kitchen')}
        </h3>
        <p className="mt-1 text-sm text-muted">{t('settings.kitchen.hint')}</p>
      </div>
      <NamedRows
        list="stations"
        label={t('kitchen.stations')}
        addLabel={t('settings.kitchen.add')}
        added={{}}
        max={MAX_STATIONS}
        fullText={t('settings.kitchen.full')}
      >
        {(_, name) => <p className="font-semibold break-words">{name}</p>}
      </NamedRows>
      <div className="grid gap-4 sm:grid-cols-2">
        {(['fills', 'late'] as const).map((name, i) => (
          <Numeric
            key={name}
            name={`kitchenMinutes.${i}`}
            label={`settings.kitchen.${name}`}
            hint={`settings.kitchen.${name}Hint`}
            maxLength={4}
          />
        ))}
      </div>
    </section>
  )
}

export function CurrencySettings() {
  return (
    <Select
      name="currency"
      label="settings.tabs.currency"
      hint="settings.currencyHint"
      options={CURRENCIES.map((value) => ({ value, label: t(`settings.${value}`) }))}
    />
  )
}

/** The restaurant's language; below it what is chosen for this browser alone, at once: language and appearance. */
export function LanguageSettings() {
  return (
    <>
      <Select
        name="language"
        label="settings.languageLabel"
        hint="settings.languageHint"
        options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
      />
      <div className="mt-1 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line pt-5">
        <div className="min-w-0 flex-1 basis-52">
          <p className="text-sm font-semibold">{t('settings.ownLanguage')}</p>
          <p className="mt-0.5 text-sm text-muted">{t('settings.ownLanguageHint')}</p>
        </div>
        <LanguageChoice />
      </div>
      <ChoiceChips
        label={t('settings.theme')}
        value={theme.use()}
        onChange={chooseTheme}
        options={[
          { value: 'system', label: t('common.themeSystem') },
          { value: 'light', label: t('common.themeLight') },
          { value: 'dark', label: t('common.themeDark') },
        ]}
      />
    </>
  )
}

/** The rows of either list. */
type AnyRows = UseFieldArrayReturn<FieldValues, string, 'row'>

interface NamedRowsProps {
  list: 'stations' | 'paymentMethods'
  label: string
  addLabel: string
  /** Begins a new row. */
  added: object
  max: number
  fullText: string
  /** What stands in a row beside the buttons that move and remove it. */
  children: (index: number, name: string) => ReactNode
}

/** A list of the form whose rows have a name in both languages, to add to, order and shorten. */
export function NamedRows(props: NamedRowsProps) {
  const { list, label, addLabel, added, max, fullText, children } = props
  const { pair } = useBothLanguages()
  const form = useSettingsForm()
  const { errors } = form.formState
  const rows = useFieldArray({ control: form.control, name: list, keyName: 'row' }) as unknown as AnyRows
  const values = useWatch({ control: form.control, name: list })
  const section = useRef<HTMLElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const remove = (i: number) => {
    const other = section.current?.querySelector<HTMLElement>(`li:not(:nth-child(${i + 1})) button`)
    rows.remove(i)
    ;(addButton.current ?? other)?.focus()
  }
  const listError = fieldError(errors[list]?.root ?? (errors[list] as { message?: string } | undefined))
  return (
    <section ref={section} className="flex flex-col gap-2.5">
      <h3 className="text-sm font-semibold">{label}</h3>
      <ol aria-label={label} className="flex flex-col gap-2.5">
        {rows.fields.map(({ row }, i) => {
          const name = nameIn(language, { name: '', nameRo: '', ...values[i] }) || values[i]?.nameRo || `${i + 1}`
          return (
            <li key={row} aria-label={name} className="card-face p-3">
              <div className="mb-2 flex items-center gap-1">
                <div className="min-w-0 flex-1">{children(i, name)}</div>
                {rows.fields.length > 1 && (
                  <>
                    <MoveButtons
                      up={t('common.moveUp', { name })}
                      down={t('common.moveDown', { name })}
                      isFirst={i === 0}
                      isLast={i === rows.fields.length - 1}
                      onMove={(direction) => rows.move(i, direction === 'up' ? i - 1 : i + 1)}
                    />
                    <IconButton label={t('common.removeName', { name })} onClick={() => remove(i)}>
                      <Trash2 aria-hidden="true" className="size-5" />
                    </IconButton>
                  </>
                )}
              </div>
              <div className="grid gap-2 sm:grid-cols-2">
                <Both name={`${list}.${i}.name`} label="menuEditor.fields.name" maxLength={LISTED_NAME_MAX} />
              </div>
            </li>
          )
        })}
      </ol>
      {listError && <FieldError id={undefined}>{listError}</FieldError>}
      {rows.fields.length < max ? (
        <Button
          ref={addButton}
          variant="outline"
          size="small"
          className="self-start"
          onClick={() =>
            rows.append(
              { ...added, name: '', nameRo: '' },
              { focusName: `${list}.${values.length}.${pair('name')[0]}` },
            )
          }
        >
          <Plus aria-hidden="true" className="size-4.5" />
          {addLabel}
        </Button>
      ) : (
        <p className="text-sm text-muted">{fullText}</p>
      )}
    </section>
  )
}
