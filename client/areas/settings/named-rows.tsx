import { Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { type FieldValues, type UseFieldArrayReturn, useFieldArray, useWatch } from 'react-hook-form'
import { LISTED_NAME_MAX } from '#shared/contracts/payments.ts'
import { MAX_STATIONS } from '#shared/domain/kitchen.ts'
import { nameIn } from '#shared/domain/language.ts'
import { useBothLanguages } from '../../lib/changes/both-languages.ts'
import { useFieldError } from '../../lib/changes/field-error.ts'
import { confirm } from '../../lib/dialogs/confirm.tsx'
import { Button, FieldError, IconButton, MoveButtons, TextField, useTranslation } from '../../ui/index.ts'
import { useCategories } from '../menu/owner.ts'
import { useSettingsForm } from './settings-form.tsx'

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
  /** Asks before a row is removed: calls the function, or doesn't. */
  beforeRemove?: (index: number, remove: () => void) => void
  /** What stands in a row beside the buttons that move and remove it. */
  children: (index: number, name: string) => ReactNode
}

/** A list of the form whose rows have a name in both languages, to add to, order and shorten. */
export function NamedRows(props: NamedRowsProps) {
  const { list, label, addLabel, added, max, fullText, beforeRemove, children } = props
  const { t, language } = useTranslation()
  const fieldError = useFieldError()
  const { pair, hint, errorOf } = useBothLanguages()
  const { form, errors } = useSettingsForm()
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
          const name = nameIn(language, { name: '', nameRo: '', ...values[i] }) || `${i + 1}`
          return (
            <li key={row} aria-label={name} className="rounded-card border border-line bg-card p-3">
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
                    <IconButton
                      label={t('settings.rows.remove', { name })}
                      onClick={() => (beforeRemove ? beforeRemove(i, () => remove(i)) : remove(i))}
                    >
                      <Trash2 aria-hidden="true" className="size-5" />
                    </IconButton>
                  </>
                )}
              </div>
              <div className="grid gap-2 sm:grid-cols-2">
                {pair('name').map((field) => (
                  <TextField
                    key={field}
                    label={t(`settings.rows.${field}`)}
                    hint={hint(field)}
                    error={errorOf(form, `${list}.${i}.${field}`)}
                    register={() => form.register(`${list}.${i}.${field}`)}
                    maxLength={LISTED_NAME_MAX}
                  />
                ))}
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

/** The stations, each with the categories that it cooks as the list is now. A saved one is removed after a question. */
export function StationRows() {
  const { t, language } = useTranslation()
  const stations = useWatch({ control: useSettingsForm().form.control, name: 'stations' })
  const { data: categories } = useCategories(stations.length > 1)
  /** The first station has the categories without a known one. */
  const placeOf = (stationId: number | null = null) => stations.findIndex(({ id }) => id === stationId)
  const cookedAt = (i: number) =>
    categories
      ?.filter(({ stationId }) => Math.max(0, placeOf(stationId)) === i)
      .map((category) => nameIn(language, category))
      .join(', ')
  const askFirst = async (i: number, remove: () => void) => {
    const [removed, heir] = [stations[i], stations[i === 0 ? 1 : 0]]
    const isSaved = removed?.id !== undefined && heir
    if (
      !isSaved ||
      (await confirm({
        title: t('settings.kitchen.removeTitle', { name: nameIn(language, removed) }),
        description: t('settings.kitchen.removeMeans', { first: nameIn(language, heir) }),
        confirm: t('settings.kitchen.removeConfirm'),
        isDestructive: true,
      }))
    )
      remove()
  }
  return (
    <NamedRows
      list="stations"
      label={t('settings.kitchen.stations')}
      addLabel={t('settings.kitchen.add')}
      added={{}}
      max={MAX_STATIONS}
      fullText={t('settings.kitchen.full')}
      beforeRemove={(i, remove) => void askFirst(i, remove)}
    >
      {(i, name) => {
        const cooked = cookedAt(i)
        return (
          <>
            <p className="font-semibold break-words">{name}</p>
            {stations.length > 1 && cooked !== undefined && (
              <div className="mt-0.5 text-sm text-muted">
                {i === 0 && <p>{t('settings.kitchen.isFirst')}</p>}
                <p>
                  {cooked ? t('settings.kitchen.cooks', { categories: cooked }) : t('settings.kitchen.cooksNothing')}
                </p>
              </div>
            )}
          </>
        )
      }}
    </NamedRows>
  )
}
