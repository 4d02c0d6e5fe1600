import { Search, TriangleAlert } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MenuItem } from '#shared/contracts/menu.ts'
import { type AllergenCode, allergensToAvoid } from '#shared/domain/allergens.ts'
import { nameIn } from '#shared/domain/language.ts'
import { DishPicture } from '../../lib/dish-picture.tsx'
import { useMyAllergens } from '../../lib/my-allergens.ts'
import { useMoney } from '../../lib/settings.ts'
import { useAllergenNames } from '../../lib/use-allergen-names.ts'
import { useLanguage } from '../../lib/use-language.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextInput } from '../../ui/field.tsx'
import { Money } from '../../ui/money.tsx'
import { searchMenu } from './search.ts'

interface SearchPaletteProps {
  items: readonly MenuItem[]
  open: boolean
  onOpenChange: (open: boolean) => void
  onChoose: (item: MenuItem) => void
}

/** Finds dishes as one types; choosing one closes and clears it. */
export default function SearchPalette({ items, open, onOpenChange, onChoose }: SearchPaletteProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { parts } = useMoney()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const marked = useMyAllergens()
  const found = searchMenu(items, typed, language)
  const searching = typed.trim() !== ''
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('menu.search.open')}
      className="h-[92dvh] sm:h-[70dvh]"
      initialFocus={input}
    >
      <div className="sticky top-0 z-1 bg-paper pb-3">
        <div className="relative">
          <Search aria-hidden="true" className="absolute top-3.5 left-3.5 size-5 text-muted" />
          <TextInput
            ref={input}
            type="search"
            enterKeyHint="search"
            autoComplete="off"
            aria-label={t('menu.search.open')}
            placeholder={t('menu.search.placeholder')}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            className="pl-11"
          />
        </div>
      </div>
      <p role="status" className={found.length > 0 || !searching ? 'sr-only' : 'py-10 text-center'}>
        {searching && found.length > 0 && t('menu.search.results', { count: found.length })}
        {searching && found.length === 0 && <span className="display text-lg">{t('menu.search.noResults')}</span>}
      </p>
      <ul className="divide-y divide-line">
        {found.map((item) => (
          <li key={item.id}>
            <button
              type="button"
              onClick={() => {
                setTyped('')
                onChoose(item)
              }}
              className="flex min-h-14 w-full items-center gap-3.5 rounded-[12px] py-2 text-left hover:bg-sunk"
            >
              <DishPicture dish={item} sizes="86px" className="size-12 shrink-0 rounded-[12px]" />
              <span className="min-w-0 flex-1 font-semibold leading-snug">
                {nameIn(language, item)}
                <Avoided codes={allergensToAvoid(item.allergenCodes, marked)} />
              </span>
              <Money parts={parts(item.price)} className="font-bold" />
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

/** Which of the guest's own allergens a found dish contains. */
function Avoided({ codes }: { codes: readonly AllergenCode[] }) {
  const { t } = useTranslation()
  const names = useAllergenNames()
  if (codes.length === 0) return null
  return (
    <span className="mt-0.5 flex items-center gap-1 text-[13px] text-cancelled">
      <TriangleAlert aria-hidden="true" className="size-3.5 shrink-0" />
      {t('menu.contains', { names: names(codes) })}
    </span>
  )
}
