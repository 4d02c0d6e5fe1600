import { zodResolver } from '@hookform/resolvers/zod'
import { Plus } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { kitchenMinute, type Settings, STATION_NAME_MAX, sentStationSchema } from '#shared/contracts/settings.ts'
import {
  DEFAULT_KITCHEN_MINUTES,
  DEFAULT_STATIONS,
  MAX_STATIONS,
  type Station,
  stationIdOf,
} from '#shared/domain/kitchen.ts'
import { nameIn } from '#shared/domain/language.ts'
import { useBothLanguages, withRomanian } from '../../lib/changes/both-languages.ts'
import { confirm } from '../../lib/dialogs/confirm.tsx'
import { useChangeSettings } from '../../lib/settings/change-settings.tsx'
import { useSettings } from '../../lib/settings/settings.ts'
import { Button, MoveButtons, type Question, TextField, useStayOpen, useTranslation } from '../../ui/index.ts'
import { useCategories } from '../menu/owner.ts'
import { SettingsForm, useSettingsForm } from './settings-form.tsx'

interface StationFormProps {
  station: Station | null
  label: string
  isPending: boolean
  onSave: (names: Pick<Station, 'name' | 'nameRo'>) => void
  onCancel: () => void
}

const validate = zodResolver(sentStationSchema)

function StationForm({ station, label, isPending, onSave, onCancel }: StationFormProps) {
  const { t } = useTranslation()
  const { isRomanian, pair, hint, errorOf } = useBothLanguages()
  const { name, nameRo } = station ?? { name: '', nameRo: '' }
  const form = useForm({
    resolver: (values, ...rest) =>
      validate(isRomanian ? withRomanian(values, ['name']) : values, ...(rest as [never, never])),
    defaultValues: { name, nameRo },
  })
  const { isDirty } = form.formState
  useStayOpen(isDirty)
  const [firstName] = pair('name')
  useEffect(() => form.setFocus(firstName, { shouldSelect: true }), [form, firstName])
  const submit = form.handleSubmit((names) => onSave({ name: names.name, nameRo: names.nameRo }))
  return (
    <form
      noValidate
      aria-label={label}
      className="space-y-3 rounded-[14px] bg-sunk p-3"
      onSubmit={(event) => void submit(event)}
    >
      {pair('name').map((field) => (
        <TextField
          key={field}
          label={t(`settings.kitchen.${field}`)}
          error={errorOf(form, field)}
          hint={hint(field)}
          register={() => form.register(field)}
          maxLength={STATION_NAME_MAX}
        />
      ))}
      <div className="flex justify-end gap-2">
        <Button variant="outline" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" pending={isPending}>
          {t('settings.kitchen.setNames')}
        </Button>
      </div>
    </form>
  )
}

interface StationRowProps {
  name: string
  /** The names of its categories; undefined for the only station, and while they are loaded. */
  categories: string | undefined
  index: number
  count: number
  onRename: () => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}

function StationRow({ name, categories, index, count, onRename, onMove, onRemove }: StationRowProps) {
  const { t } = useTranslation()
  const action = (label: string, act: () => void) => (
    <Button size="small" variant="outline" aria-label={`${label}: ${name}`} onClick={act}>
      {label}
    </Button>
  )
  return (
    <div className="px-2 py-1.5">
      <p className="font-semibold break-words">{name}</p>
      {categories !== undefined && (
        <div className="mt-0.5 text-sm text-muted">
          {index === 0 && <p>{t('settings.kitchen.isFirst')}</p>}
          <p>{categories ? t('settings.kitchen.cooks', { categories }) : t('settings.kitchen.cooksNothing')}</p>
        </div>
      )}
      <div className="mt-2 flex flex-wrap items-center gap-2">
        {count > 1 && (
          <span className="flex">
            <MoveButtons
              up={t('common.moveUp', { name })}
              down={t('common.moveDown', { name })}
              isFirst={index === 0}
              isLast={index === count - 1}
              onMove={(direction) => onMove(direction === 'up' ? -1 : 1)}
            />
          </span>
        )}
        {action(t('settings.kitchen.rename'), onRename)}
        {count > 1 && action(t('common.remove'), onRemove)}
      </div>
    </div>
  )
}

/** What to ask before a change of these stations, and what the categories of each are. */
function useStationQuestions(stations: readonly Station[]) {
  const { t, language } = useTranslation()
  const { data: categories } = useCategories(stations.length > 1)
  const namesOf = (isMeant: (stationId: number | null) => boolean) =>
    categories
      ?.filter(({ stationId = null }) => isMeant(stationId))
      .map((category) => nameIn(language, category))
      .join(', ')
  /** The names of a station's categories; undefined until they are known. */
  const categoriesOf = (id: Station['id']) => namesOf((stationId) => stationIdOf(stations, stationId) === id)
  return {
    categoriesOf,
    removal(station: Station): Question {
      const after = stations.filter(({ id }) => id !== station.id)
      const first = after[0] ? nameIn(language, after[0]) : ''
      const given = categoriesOf(station.id)
      const gives = given === undefined ? 'removeGivesAll' : given ? 'removeGives' : 'removeGivesNothing'
      return {
        title: t('settings.kitchen.removeTitle', { name: nameIn(language, station) }),
        description: (
          <>
            {t(`settings.kitchen.${gives}`, { first, categories: given })}
            <span className="mt-2 block">{t('settings.kitchen.removeOrders', { first })}</span>
          </>
        ),
        confirm: t('settings.kitchen.removeConfirm'),
        isDestructive: true,
      }
    },
    /** Null if every category keeps its station: null and unknown ids mean the first one, whichever that is. */
    reordering(after: readonly Station[]): Question | null {
      const first = after[0]
      const given = namesOf((stationId) => stationIdOf(after, stationId) !== stationIdOf(stations, stationId))
      if (!first || !given) return null
      const name = nameIn(language, first)
      return {
        title: t('settings.kitchen.firstTitle', { name }),
        description: t('settings.kitchen.firstGives', { name, categories: given }),
        confirm: t('settings.kitchen.firstConfirm'),
      }
    },
  }
}

/** The stations in their order, with the forms and questions to change them; each change applies at once. */
function StationList() {
  const { t, language } = useTranslation()
  const { stations = DEFAULT_STATIONS } = useSettings()
  const { categoriesOf, removal, reordering } = useStationQuestions(stations)
  const [edited, setEdited] = useState<Station['id'] | 'new' | null>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const { mutate, mutateAsync, isPending } = useChangeSettings(() => setEdited(null))
  const set = (after: readonly (Omit<Station, 'id'> & { id?: number })[]) => {
    if (!isPending) mutate({ stations: [...after] })
  }
  const ask = (question: Question, after: readonly Station[]) =>
    void confirm({ ...question, action: () => mutateAsync({ stations: [...after] }) })
  const remove = (station: Station) => {
    const after = stations.filter(({ id }) => id !== station.id)
    ask({ ...removal(station), focusAfter: addButton }, after)
  }
  const move = (index: number, by: -1 | 1) => {
    const after = [...stations]
    after.splice(index + by, 0, ...after.splice(index, 1))
    const asks = reordering(after)
    if (asks) ask(asks, after)
    else set(after)
  }
  return (
    <div>
      <h4 className="mb-1 text-sm font-semibold">{t('settings.kitchen.stations')}</h4>
      <ol
        aria-label={t('settings.kitchen.stations')}
        className="divide-y divide-line rounded-card border border-line bg-card"
      >
        {stations.map((station, i) => {
          const name = nameIn(language, station)
          return (
            <li key={station.id} aria-label={name} className="p-2">
              {edited === station.id ? (
                <StationForm
                  station={station}
                  label={t('settings.kitchen.renameTitle', { name })}
                  isPending={isPending}
                  onSave={(names) =>
                    set(stations.map((other) => (other === station ? { ...station, ...names } : other)))
                  }
                  onCancel={() => setEdited(null)}
                />
              ) : (
                <StationRow
                  name={name}
                  categories={stations.length > 1 ? categoriesOf(station.id) : undefined}
                  index={i}
                  count={stations.length}
                  onRename={() => setEdited(station.id)}
                  onMove={(by) => move(i, by)}
                  onRemove={() => remove(station)}
                />
              )}
            </li>
          )
        })}
      </ol>
      <div className="mt-2">
        {edited === 'new' ? (
          <StationForm
            station={null}
            label={t('settings.kitchen.addTitle')}
            isPending={isPending}
            onSave={(names) => set([...stations, names])}
            onCancel={() => setEdited(null)}
          />
        ) : stations.length < MAX_STATIONS ? (
          <Button ref={addButton} variant="outline" size="small" onClick={() => setEdited('new')}>
            <Plus aria-hidden="true" className="size-4.5" />
            {t('settings.kitchen.add')}
          </Button>
        ) : (
          <p className="text-sm text-muted">{t('settings.kitchen.full')}</p>
        )}
      </div>
    </div>
  )
}

const NAMES = ['fills', 'late'] as const

const typedMinute = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text) => (/^\d+$/.test(text.trim()) ? Number(text) : Number.NaN)),
  ),
  kitchenMinute,
)
const resolver = zodResolver(
  z
    .object({ fills: typedMinute, late: typedMinute })
    .check(z.refine(({ fills, late }) => fills < late, { error: 'validation.kitchenMinutes', path: ['late'] })),
)

function valuesOf({ kitchenMinutes = [...DEFAULT_KITCHEN_MINUTES] }: Settings) {
  const [fills, late] = kitchenMinutes
  return { fills: String(fills), late: String(late) }
}

/** The form for the two numbers of minutes after which an order's clock fills, and after which it is late. */
function MinutesForm() {
  const { t } = useTranslation()
  const editor = useSettingsForm('kitchenMinutes', resolver, valuesOf, {
    changeOf: ({ fills, late }) => ({ kitchenMinutes: [fills, late] }),
  })
  return (
    <SettingsForm editor={editor}>
      <div className="grid gap-4 sm:grid-cols-2">
        {NAMES.map((name) => (
          <TextField
            key={name}
            label={t(`settings.kitchen.${name}`)}
            hint={t(`settings.kitchen.${name}Hint`)}
            {...editor.register(name)}
            inputMode="numeric"
            maxLength={3}
            className="figures"
          />
        ))}
      </div>
    </SettingsForm>
  )
}

/** The stations of the kitchen, and when an order is late (docs/product/settings.md#settings-stations). */
export function KitchenSettings() {
  const { t } = useTranslation()
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="mt-6 flex flex-col gap-4 border-t border-line pt-5">
      <div>
        <h3 id={titleId} className="text-base font-bold">
          {t('settings.kitchen.title')}
        </h3>
        <p className="mt-1 text-sm text-muted">{t('settings.kitchen.hint')}</p>
      </div>
      <StationList />
      <MinutesForm />
    </section>
  )
}
