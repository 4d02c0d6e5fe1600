import { useEffect } from 'react'
import type { MenuCategory } from '#shared/contracts/menu/menu.ts'
import { createCategory } from '#shared/contracts/menu/menu-editing.ts'
import { stationIdOf } from '#shared/domain/kitchen.ts'
import { nameIn } from '#shared/domain/language.ts'
import type { WeeklyHours } from '#shared/domain/time/opening-hours.ts'
import { Editor } from '../../kit/editor.tsx'
import { fieldsOf } from '../../kit/fields.tsx'
import { form, reader, useFormContext } from '../../kit/form.ts'
import { useBothLanguages } from '../../lib/changes/both-languages.tsx'
import { useSettings } from '../../lib/settings/settings.ts'
import { language, t } from '../../ui/index.ts'
import { categoryList } from './owners-menu.ts'

const station = { show: (stored: number | null = null) => stored ?? 0, read: (chosen: number) => chosen }
const categoryForm = form(
  createCategory.body,
  {
    name: reader.text,
    nameRo: reader.text,
    servedHours: reader.same<WeeklyHours[] | null>(null),
    stationId: station,
    vatRate: reader.number,
  },
  { both: ['name'] },
)
const { Both, Select, Week, Numeric } = fieldsOf(categoryForm)

type CategoryInput = Parameters<typeof categoryList.add>[0]

/** The hours of a category, or of a dish, which without its own has those of its category. */
export const SERVED_HOURS = {
  name: 'servedHours',
  section: 'menuEditor.fields.servedHours',
  label: 'menuEditor.served.has',
  hint: 'menuEditor.served.hint',
  usual: { from: '08:00', to: '12:00' },
  none: 'menuEditor.served.none',
} as const

interface CategoryNamesFormProps {
  category: MenuCategory | null
  onDone: (saved?: MenuCategory) => void
  onCancel: () => void
}

/** The form for both names of a category, its hours, its station if there is a choice, and its VAT rate. Enter saves, Esc cancels. */
export default function CategoryNamesForm({ category, onDone, onCancel }: CategoryNamesFormProps) {
  const { stations = [], payments } = useSettings()
  /** The station that a stored one means now. */
  const withStation = <C extends { stationId?: number | null }>(stored: C) => ({
    ...stored,
    stationId: stationIdOf(stations, stored.stationId),
  })
  const fresh = withStation({})
  /** What is as in any new category is not sent. */
  const add = ({ stationId, servedHours, vatRate, ...names }: CategoryInput, key: string) =>
    categoryList.add(
      {
        ...names,
        ...(servedHours && { servedHours }),
        ...(stationId !== fresh.stationId && { stationId }),
        ...(vatRate != null && { vatRate }),
      },
      key,
    )
  return (
    <Editor
      of={{ ...categoryList, add, remove: undefined }}
      form={categoryForm}
      item={category && withStation(category)}
      start={categoryForm.valuesOf(fresh)}
      // The requests say how they ended.
      own={{ savedText: undefined, onFailure: undefined }}
      label={category ? t('common.change', { name: nameIn(language, category) }) : t('menuEditor.categories.addTitle')}
      saveLabel={t(category ? 'common.save' : 'common.add')}
      className="space-y-3"
      place="list"
      onDone={onDone}
      onCancel={onCancel}
    >
      <Both name="name" label="menuEditor.fields.name" />
      <NameFocused />
      {stations.length > 1 && (
        <Select
          name="stationId"
          label="menuEditor.categories.station"
          hint="menuEditor.categories.stationHint"
          options={stations.map((one) => ({ value: one.id, label: nameIn(language, one) }))}
        />
      )}
      <Week {...SERVED_HOURS} />
      {payments && (
        <Numeric
          name="vatRate"
          label="menuEditor.categories.vatRate"
          hint="menuEditor.categories.vatRateHint"
          inputMode="decimal"
          className="figures"
        />
      )}
    </Editor>
  )
}

/** Focuses the first field of the name when it is shown. */
export function NameFocused() {
  const { form } = useFormContext()
  const [first] = useBothLanguages().pair('name')
  useEffect(() => form.setFocus(first, { shouldSelect: true }), [form, first])
  return null
}
