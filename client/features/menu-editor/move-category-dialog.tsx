import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MenuCategory } from '#shared/contracts/menu.ts'
import { nameIn } from '#shared/domain/language.ts'
import { useLanguage } from '../../lib/use-language.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { useOpenings } from '../../ui/use-openings.ts'
import { useWhileOpen } from '../../ui/use-while-open.ts'
import { useMoveCategory } from './category-calls.ts'

interface MoveCategoryDialogProps {
  /** Null while none is to be moved. */
  category: MenuCategory | null
  categories: readonly MenuCategory[]
  onClose: () => void
}

/** Moves a category to any place at once. */
export function MoveCategoryDialog({ category, categories, onClose }: MoveCategoryDialogProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const shown = useWhileOpen(category !== null, category)
  const opening = useOpenings(category !== null)
  return (
    <Dialog
      open={category !== null}
      onOpenChange={onClose}
      title={t('menuEditor.categories.moveTitle', { name: shown ? nameIn(language, shown) : '' })}
    >
      {shown && <PlaceForm key={opening} category={shown} categories={categories} onMoved={onClose} />}
    </Dialog>
  )
}

interface PlaceFormProps {
  category: MenuCategory
  categories: readonly MenuCategory[]
  onMoved: () => void
}

function PlaceForm({ category, categories, onMoved }: PlaceFormProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const [to, setTo] = useState(category.position)
  const { mutate, isPending } = useMoveCategory()
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (to === category.position) onMoved()
        else mutate({ category, where: { to } }, { onSuccess: onMoved })
      }}
    >
      <Field label={t('menuEditor.categories.place')} hint={t('menuEditor.categories.placeHint')}>
        {({ id }) => (
          <Select
            id={id}
            value={to}
            onValueChange={setTo}
            options={categories.map((one) => ({
              value: one.position,
              label: `${one.position}. ${nameIn(language, one)}`,
            }))}
          />
        )}
      </Field>
      <Button type="submit" pending={isPending} className="w-full">
        {t('menuEditor.categories.move')}
      </Button>
    </form>
  )
}
