import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type BulkChange, bulkChangeSchema } from '#shared/contracts/menu/menu-bulk.ts'
import { ALLERGEN_CODES, type AllergenCode } from '#shared/domain/menu/allergens.ts'
import { ChoiceChips } from '../../../ui/inputs/choice-chips.tsx'
import { ToggleChips } from '../../../ui/inputs/toggle-chips.tsx'
import { useOwnersMenu } from '../owners-menu.ts'
import { BulkForm } from './bulk-form.tsx'

/** The allergens to add and to remove, and whether the dishes count as checked. */
export interface AllergensChoice {
  add: AllergenCode[]
  remove: AllergenCode[]
  checked: 'keep' | 'yes' | 'no'
}

interface AllergensFormProps {
  ids: readonly number[]
  value: AllergensChoice
  onChange: (value: AllergensChoice) => void
  onPreview: (change: BulkChange) => void
}

/** The form for changing what several dishes declare of their allergens. */
export function AllergensForm({ ids, value, onChange, onPreview }: AllergensFormProps) {
  const { t } = useTranslation()
  const [isInvalid, setInvalid] = useState(false)
  const dishes = useOwnersMenu().menu?.dishes ?? []
  const chosen = new Set(ids)
  const present = ALLERGEN_CODES.filter((code) =>
    dishes.some(({ id, allergenCodes }) => chosen.has(id) && allergenCodes.includes(code)),
  )
  const option = (code: AllergenCode) => ({ value: code, label: t(`menu.allergens.${code}`) })
  const { add, remove, checked } = value
  const set = (next: Partial<AllergensChoice>) => {
    setInvalid(false)
    onChange({ ...value, ...next })
  }
  return (
    <BulkForm
      error={isInvalid ? t('menuImports.bulk.nothingChosen') : undefined}
      onSubmit={() => {
        const change = bulkChangeSchema.safeParse({
          ...(add.length + remove.length > 0 && { allergenCodes: { add, remove } }),
          ...(checked !== 'keep' && { checked: checked === 'yes' }),
        }).data
        if (change) onPreview(change)
        else setInvalid(true)
      }}
    >
      <ToggleChips
        legend={t('menuImports.bulk.addThese')}
        options={ALLERGEN_CODES.map(option)}
        value={add}
        // An allergen cannot be added and removed at once.
        onChange={(next) => set({ add: next, remove: remove.filter((code) => !next.includes(code)) })}
        tone="warning"
      />
      {present.length > 0 && (
        <ToggleChips
          legend={t('menuImports.bulk.removeThese')}
          options={present.map(option)}
          value={remove}
          onChange={(next) => set({ remove: next, add: add.filter((code) => !next.includes(code)) })}
          tone="ink"
        />
      )}
      <ChoiceChips
        label={t('menuEditor.fields.allergensChecked')}
        value={checked}
        onChange={(next) => set({ checked: next })}
        options={(['keep', 'yes', 'no'] as const).map((each) => ({
          value: each,
          label: t(`menuImports.bulk.checked.${each}`),
        }))}
      />
      <p className="-mt-2 text-sm text-muted">{t('menuImports.bulk.checkedHint')}</p>
    </BulkForm>
  )
}
