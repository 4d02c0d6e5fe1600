import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { Controller } from 'react-hook-form'
import * as z from 'zod/mini'
import type { MenuCategory } from '#shared/contracts/menu/menu.ts'
import { CATEGORY_NAME_MAX, createCategory } from '#shared/contracts/menu/menu-editing.ts'
import { stationIdOf } from '#shared/domain/kitchen.ts'
import { nameIn } from '#shared/domain/language.ts'
import { TextPair, useBothLanguages, withoutCopies, withRomanian } from '../../lib/changes/both-languages.tsx'
import { EditorForm } from '../../lib/changes/editor-form.tsx'
import { fieldError } from '../../lib/changes/field-error.ts'
import { useEditor } from '../../lib/changes/use-editor.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { language, SelectField, TextField, t } from '../../ui/index.ts'
import { ServedHoursField } from './declaration-fields.tsx'
import { useAddCategory, useSaveCategory } from './owners-menu.ts'

interface CategoryNamesFormProps {
  category: MenuCategory | null
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
export default function CategoryNamesForm(props: CategoryNamesFormProps) {
  const { category, onDone, onCancel } = props
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
      ...withoutCopies({ name, nameRo }, ['name'], isRomanian),
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
      label={category ? t('common.change', { name: nameIn(language, category) }) : t('menuEditor.categories.addTitle')}
      saveLabel={t(category ? 'common.save' : 'common.add')}
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
          error={fieldError(errors.vatRate)}
          register={() => form.register('vatRate')}
          inputMode="decimal"
          maxLength={6}
          className="figures"
        />
      )}
    </EditorForm>
  )
}
