import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type BulkChange, bulkChangeSchema } from '#shared/contracts/menu/menu-bulk.ts'
import { CATEGORY_NAME_MAX } from '#shared/contracts/menu/menu-editing.ts'
import { nameIn } from '#shared/domain/language.ts'
import { useLanguage } from '../../../lib/words/use-language.ts'
import { Field, TextInput } from '../../../ui/inputs/field.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { Button } from '../../../ui/parts/button.tsx'
import { useOwnersMenu } from '../owners-menu.ts'

/** The category that dishes are moved to. */
export interface CategoryChoice {
  /** The name of an existing category; empty for a new one. */
  existing: string
  newName: string
}

interface CategoryFormProps {
  value: CategoryChoice | null
  onChange: (value: CategoryChoice) => void
  onPreview: (change: BulkChange) => void
}

/** The form for moving dishes to an existing or a new category. */
export function CategoryForm({ value, onChange, onPreview }: CategoryFormProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const categories = useOwnersMenu().menu?.categories ?? []
  const input = useRef<HTMLInputElement>(null)
  const [isInvalid, setInvalid] = useState(false)
  const { existing, newName } = value ?? { existing: categories[0]?.name ?? '', newName: '' }

  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        const change = bulkChangeSchema.safeParse({ category: existing || newName }).data
        if (change) return onPreview(change)
        setInvalid(true)
        input.current?.focus()
      }}
    >
      <Field label={t('menuImports.bulk.existing')}>
        {({ id }) => (
          <Select
            id={id}
            value={existing}
            onValueChange={(next) => onChange({ existing: next, newName })}
            options={[
              ...categories.map((category) => ({ value: category.name, label: nameIn(language, category) })),
              { value: '', label: t('menuImports.bulk.newCategory') },
            ]}
          />
        )}
      </Field>
      {existing === '' && (
        <Field label={t('menuImports.bulk.newName')} error={isInvalid ? t('menuImports.bulk.nameWrong') : undefined}>
          {(control) => (
            <TextInput
              {...control}
              ref={input}
              autoComplete="off"
              maxLength={CATEGORY_NAME_MAX}
              value={newName}
              onChange={({ target }) => {
                setInvalid(false)
                onChange({ existing, newName: target.value })
              }}
            />
          )}
        </Field>
      )}
      <Button type="submit" size="large" className="mt-1 w-full">
        {t('menuImports.bulk.preview')}
      </Button>
    </form>
  )
}
