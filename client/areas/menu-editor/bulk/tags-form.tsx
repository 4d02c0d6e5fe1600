import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type BulkChange, bulkChangeSchema } from '#shared/contracts/menu/menu-bulk.ts'
import { TAG_KEYS } from '#shared/domain/menu/tags.ts'
import { ToggleChips } from '../../../ui/inputs/toggle-chips.tsx'
import { useOwnersMenu } from '../owners-menu.ts'
import { BulkForm } from './bulk-form.tsx'

/** The tags to add to dishes and to remove from them. */
export interface TagsChoice {
  add: string[]
  remove: string[]
}

interface TagsFormProps {
  ids: readonly number[]
  value: TagsChoice
  onChange: (value: TagsChoice) => void
  onPreview: (change: BulkChange) => void
}

/** The form for adding and removing tags. A tag can only be removed if one of the dishes has it. */
export function TagsForm({ ids, value: { add, remove }, onChange, onPreview }: TagsFormProps) {
  const { t } = useTranslation()
  const [isInvalid, setInvalid] = useState(false)
  const dishes = useOwnersMenu().menu?.dishes ?? []
  const chosen = new Set(ids)
  const present = [...new Set(dishes.flatMap(({ id, tags }) => (chosen.has(id) ? tags : [])))]
  const option = (tag: string) => {
    const known = TAG_KEYS.find((key) => key === tag)
    return { value: tag, label: known ? t(`menu.tags.${known}`) : tag }
  }
  const set = (next: Partial<TagsChoice>) => {
    setInvalid(false)
    onChange({ add, remove, ...next })
  }
  return (
    <BulkForm
      error={isInvalid ? t('menuImports.bulk.nothingChosen') : undefined}
      onSubmit={() => {
        const change = bulkChangeSchema.safeParse({ tags: { add, remove } }).data
        if (change) onPreview(change)
        else setInvalid(true)
      }}
    >
      <ToggleChips
        legend={t('menuImports.bulk.addThese')}
        options={TAG_KEYS.map(option)}
        value={add}
        // A tag cannot be added and removed at once.
        onChange={(next) => set({ add: next, remove: remove.filter((tag) => !next.includes(tag)) })}
        tone="ink"
      />
      {present.length > 0 && (
        <ToggleChips
          legend={t('menuImports.bulk.removeThese')}
          options={present.map(option)}
          value={remove}
          onChange={(next) => set({ remove: next, add: add.filter((tag) => !next.includes(tag)) })}
          tone="warning"
        />
      )}
    </BulkForm>
  )
}
