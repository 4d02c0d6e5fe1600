import { zodResolver } from '@hookform/resolvers/zod'
import { Eye, EyeOff, Pencil, Trash2 } from 'lucide-react'
import { memo, useEffect, useRef, useState } from 'react'
import { Controller } from 'react-hook-form'
import * as z from 'zod/mini'
import type { MenuCategory } from '#shared/contracts/menu/menu.ts'
import { CATEGORY_NAME_MAX, createCategory } from '#shared/contracts/menu/menu-editing.ts'
import { stationIdOf } from '#shared/domain/kitchen.ts'
import { nameIn } from '#shared/domain/language.ts'
import { TextPair, useBothLanguages, withRomanian } from '../../lib/changes/both-languages.tsx'
import { EditorForm } from '../../lib/changes/editor-form.tsx'
import { useFieldError } from '../../lib/changes/field-error.ts'
import type { ItemInput, Where } from '../../lib/changes/resource.ts'
import { useEditor } from '../../lib/changes/use-editor.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { cx, IconButton, MoveButtons, SelectField, TextField, useTranslation } from '../../ui/index.ts'
import { ServedHoursField } from './declaration-fields.tsx'
import { useAddCategory, useSaveCategory } from './owners-menu.ts'

interface CategoryNamesFormProps {
  category: MenuCategory | null
  label: string
  saveLabel: string
  onDone: (saved: MenuCategory) => void
  onCancel: () => void
}

const vatRate = z.pipe(
  z.pipe(
    z.string(),
    // What is no number becomes NaN, which the rule refuses.
    z.transform((text) => (text.trim() === '' ? null : Number(text.replace(',', '.')))),
  ),
  createCategory.body.shape.vatRate.def.innerType,
)
const validate = zodResolver(z.extend(createCategory.body, { stationId: z.int(), vatRate }))
const FIELD_OF_CODE = { category_exists: 'name', category_name_taken: 'name' } as const

/** The form for both names of a category, its hours, its station if there is a choice, and its VAT rate. Enter saves, Esc cancels. */
export function CategoryNamesForm(props: CategoryNamesFormProps) {
  const { category, label, saveLabel, onDone, onCancel } = props
  const { t, language } = useTranslation()
  const errorText = useFieldError()
  const { stations = [], payments } = useSettings()
  const { isRomanian, pair } = useBothLanguages()
  const [firstName] = pair('name')
  const { mutateAsync: add } = useAddCategory()
  const { mutateAsync: save } = useSaveCategory()
  const firstStationId = stationIdOf(stations, null)
  const editor = useEditor({
    name: `category.${category?.id ?? 'new'}`,
    resolver: (values, ...rest) =>
      validate(isRomanian ? withRomanian(values, ['name']) : values, ...(rest as [never, never])),
    saved: category,
    valuesOf: ({ name, nameRo, stationId = null, servedHours = null, vatRate = null }: MenuCategory) => ({
      name,
      nameRo,
      servedHours,
      stationId: stationIdOf(stations, stationId),
      vatRate: String(vatRate ?? ''),
    }),
    start: { name: '', nameRo: '', servedHours: null, stationId: firstStationId, vatRate: '' },
    add: ({ stationId, servedHours, vatRate, ...names }, key) =>
      add({
        key,
        input: {
          ...names,
          ...(servedHours && { servedHours }),
          ...(stationId !== firstStationId && { stationId }),
          ...(vatRate != null && { vatRate }),
        },
      }),
    change: (changed, item) => save({ item, input: changed }),
    fieldOfCode: FIELD_OF_CODE,
    onDone,
  })
  const { form, errors } = editor
  useEffect(() => form.setFocus(firstName, { shouldSelect: true }), [form, firstName])
  return (
    <EditorForm
      editor={editor}
      label={label}
      saveLabel={saveLabel}
      className="space-y-3"
      place="list"
      onCancel={onCancel}
    >
      <TextPair
        form={form}
        field="name"
        label={(field) => t(`menuEditor.fields.${field}`)}
        maxLength={CATEGORY_NAME_MAX}
      />
      {stations.length > 1 && (
        <Controller
          name="stationId"
          control={form.control}
          render={({ field: { value, onChange } }) => (
            <SelectField
              label={t('menuEditor.categories.station')}
              hint={t('menuEditor.categories.stationHint')}
              value={value}
              onValueChange={onChange}
              options={stations.map((station) => ({ value: station.id, label: nameIn(language, station) }))}
            />
          )}
        />
      )}
      <ServedHoursField form={form} />
      {payments && (
        <TextField
          label={t('menuEditor.categories.vatRate')}
          hint={t('menuEditor.categories.vatRateHint')}
          error={errorText(errors.vatRate)}
          register={() => form.register('vatRate')}
          inputMode="decimal"
          maxLength={6}
          className="figures"
        />
      )}
    </EditorForm>
  )
}

interface PanelRowProps {
  category: MenuCategory
  count: number
  isFirst: boolean
  isLast: boolean
  /** Whether it was just added: it is scrolled to and highlighted. */
  isNew: boolean
  onToggle: (category: MenuCategory) => void
  onMove: (move: ItemInput<MenuCategory, Where>) => void
  onDelete: (category: MenuCategory) => void
}

export const PanelRow = memo(function PanelRow(props: PanelRowProps) {
  const { category } = props
  const { t } = useTranslation()
  const name = nameIn(useTranslation().language, category)
  const [isRenaming, setRenaming] = useState(false)
  const renameRef = useRef<HTMLButtonElement>(null)
  const hasRenamed = useRef(false)
  useEffect(() => {
    if (!isRenaming && hasRenamed.current) renameRef.current?.focus()
    hasRenamed.current = isRenaming
  }, [isRenaming])
  if (isRenaming) {
    return (
      <li>
        <CategoryNamesForm
          category={category}
          label={t('common.change', { name })}
          saveLabel={t('common.save')}
          onDone={() => setRenaming(false)}
          onCancel={() => setRenaming(false)}
        />
      </li>
    )
  }
  return <Row {...props} name={name} renameRef={renameRef} onRename={() => setRenaming(true)} />
})

interface RowProps extends PanelRowProps {
  name: string
  renameRef: React.RefObject<HTMLButtonElement | null>
  onRename: () => void
}

function Row({ category, name, count, isFirst, isLast, isNew, renameRef, ...handlers }: RowProps) {
  const { t } = useTranslation()
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isNew) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isNew])
  const button = 'h-11! w-8! text-muted'
  return (
    <li
      ref={row}
      aria-label={name}
      // Where the panel is narrowest, the buttons have a line below the name.
      className={cx(
        'flex min-h-12 scroll-my-4 flex-wrap items-center rounded-field pl-3 focus-within:bg-sunk hover:bg-sunk',
        isNew && 'bg-accent-soft',
      )}
    >
      <span
        className={cx('min-w-0 flex-[1_1_6.5rem] py-1.5 leading-tight font-medium', !category.isActive && 'text-muted')}
      >
        <span className="break-words">{name}</span>
        {!category.isActive && (
          <span className="block text-small font-normal">{t('menuEditor.categories.isHidden')}</span>
        )}
      </span>
      <span className="figures w-7 text-right text-body text-muted">
        <span aria-hidden="true">{count}</span>
        <span className="sr-only">{t('common.dishes', { count })}</span>
      </span>
      <span className="ml-auto flex">
        <MoveButtons
          up={t('common.moveUp', { name })}
          down={t('common.moveDown', { name })}
          isFirst={isFirst}
          isLast={isLast}
          onMove={(direction) => handlers.onMove({ item: category, input: { direction } })}
        />
        <IconButton
          role="switch"
          aria-checked={category.isActive}
          label={t('menuEditor.categories.shown', { name })}
          onClick={() => handlers.onToggle(category)}
          className={button}
        >
          {category.isActive ? <Eye className="size-5" /> : <EyeOff className="size-5" />}
        </IconButton>
        <IconButton ref={renameRef} label={t('common.change', { name })} onClick={handlers.onRename} className={button}>
          <Pencil className="size-4.5" />
        </IconButton>
        <IconButton
          label={t('menuEditor.deleteLabel', { name })}
          onClick={() => handlers.onDelete(category)}
          className={button}
        >
          <Trash2 className="size-4.5" />
        </IconButton>
      </span>
    </li>
  )
}
