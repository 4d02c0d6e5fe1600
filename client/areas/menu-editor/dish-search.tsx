import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { nameIn } from '#shared/domain/language.ts'
import { money } from '../../lib/settings/settings.ts'
import { language, SearchBox, t } from '../../ui/index.ts'
import { findDishes } from './filters.ts'

const SHOWN = 6

/** A search for a dish to be added to something; Enter takes the first. */
export function DishSearch({ dishes, onChoose }: { dishes: readonly MenuItem[]; onChoose: (dish: MenuItem) => void }) {
  const [query, setQuery] = useState('')
  const found = query.trim() === '' ? [] : findDishes(dishes, 'all', query).slice(0, SHOWN)
  const choose = (dish: MenuItem) => {
    onChoose(dish)
    setQuery('')
  }
  return (
    <search
      className="relative block min-w-0 flex-1 basis-60"
      onKeyDown={(event) => {
        const isInField = event.target instanceof HTMLInputElement
        if (event.key !== 'Enter' || !isInField) return
        event.preventDefault()
        if (found[0]) choose(found[0])
      }}
    >
      <SearchBox
        label={t('menuOptions.addDish')}
        placeholder={t('menuOptions.addDish')}
        query={query}
        onChange={setQuery}
      />
      {query.trim() !== '' && (
        <ul className="mt-1.5 divide-y divide-line rounded-control border border-line bg-card">
          {found.map((dish) => (
            <li key={dish.id}>
              <button
                type="button"
                aria-label={t('menuOptions.dishFound', { name: nameIn(language, dish) })}
                onClick={() => choose(dish)}
                className="flex min-h-11 w-full items-center gap-2.5 px-3.5 py-1.5 text-left text-body hover:bg-sunk"
              >
                <Plus className="size-4 shrink-0 text-accent" />
                <span className="min-w-0 flex-1 break-words">{nameIn(language, dish)}</span>
                <span className="figures text-sm text-muted">{money(dish.price)}</span>
              </button>
            </li>
          ))}
          {found.length === 0 && (
            <li role="status" className="px-3.5 py-2.5 text-body text-muted">
              {t('menuOptions.noDish')}
            </li>
          )}
        </ul>
      )}
    </search>
  )
}
