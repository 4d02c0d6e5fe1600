import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import type { getSuggestions, MenuItem } from '#shared/contracts/menu/menu.ts'
import { nameIn } from '#shared/domain/language.ts'
import { allergenWarning } from '#shared/domain/menu/allergens.ts'
import { isLeftOut, isSoldOut, type MenuFilter } from '#shared/domain/menu/filter.ts'
import { type BareEndpoint, callApi } from '../../lib/api/api.ts'
import { openDialog } from '../../lib/dialogs/open-dialog.ts'
import { useMoney, useSettings } from '../../lib/settings/settings.ts'
import { focusNeighbour, IconButton, useTranslation } from '../../ui/index.ts'
import { useMyFilter } from '../allergens/index.ts'
import { DishPicture } from '../pictures/index.ts'
import { announceToScreenReader } from './cart-bar.tsx'
import { activeCart, cartDishOf } from './cart-store.ts'

const endpoint: BareEndpoint<typeof getSuggestions> = { method: 'GET', path: '/api/menu/suggestions' }

const MAX_SUGGESTIONS = 2

interface Choice {
  /** For the id of a dish, those that go with it. */
  pairs: Readonly<Record<string, readonly number[]>>
  inCart: readonly number[]
  items: readonly MenuItem[]
  filter: MenuFilter
}

/** The dishes to suggest: of those that go with the cart, the first that can be ordered, fit the filter and need no question. */
export function dishesToSuggest({ pairs, inCart, items, filter }: Choice): MenuItem[] {
  const ids = new Set(inCart.flatMap((id) => pairs[id] ?? []).filter((id) => !inCart.includes(id)))
  return [...ids]
    .flatMap((id) => items.find((item) => item.id === id) ?? [])
    .filter((item) => !isSoldOut(item) && item.isActive !== false)
    .filter((item) => !allergenWarning(item, filter.allergens) && !isLeftOut(item, filter))
    .slice(0, MAX_SUGGESTIONS)
}

/** At most two dishes that guests often order with those in the cart (docs/product/cart.md#cart-goes-with). */
export default function GoesWith({ items, inCart }: Pick<Choice, 'items' | 'inCart'>) {
  const { t } = useTranslation()
  const headingId = useId()
  const filter = useMyFilter()
  const { suggestions } = useSettings()
  const { data } = useQuery({
    queryKey: [endpoint.path],
    queryFn: ({ signal }) => callApi(endpoint, { signal }),
    enabled: suggestions,
  })
  // A dish that the guest removed is not suggested.
  const had = useRef(new Set<number>())
  useEffect(() => {
    for (const id of inCart) had.current.add(id)
  }, [inCart])
  const others = items.filter(({ id }) => !had.current.has(id))
  const dishes = dishesToSuggest({ pairs: data?.pairs ?? {}, inCart, items: others, filter })
  if (dishes.length === 0) return null
  return (
    <section aria-labelledby={headingId} className="border-line border-t py-4">
      <h3 id={headingId} className="font-semibold text-muted text-sm">
        {t('cart.goesWith')}
      </h3>
      <ul>
        {dishes.map((dish) => (
          <Suggestion key={dish.id} dish={dish} />
        ))}
      </ul>
    </section>
  )
}

function Suggestion({ dish }: { dish: MenuItem }) {
  const { t } = useTranslation()
  const { format } = useMoney()
  const name = nameIn(useTranslation().language, dish)
  const row = useRef<HTMLLIElement>(null)
  return (
    <li ref={row} className="mt-2.5 flex items-center gap-3.5">
      <DishPicture dish={dish} sizes="96px" className="size-11 shrink-0 rounded-field" />
      <p className="min-w-0 flex-1 text-body leading-snug">
        {name}
        <span className="figures block text-muted text-sm">
          {dish.fromPrice !== null && `${t('menu.from')} `}
          {format(dish.fromPrice ?? dish.price)}
        </span>
      </p>
      <IconButton
        label={t('menu.add', { name })}
        variant="accent"
        className="rounded-full"
        onClick={() => {
          if (dish.hasOptions) return openDialog('line', { item: dish })
          if (!activeCart().add(cartDishOf(dish))) return
          // The dish moves into the cart, so the row is about to be removed.
          focusNeighbour(row.current)
          announceToScreenReader(t('cart.added', { name, count: 1 }))
        }}
      >
        <Plus className="size-5" strokeWidth={2.4} />
      </IconButton>
    </li>
  )
}
