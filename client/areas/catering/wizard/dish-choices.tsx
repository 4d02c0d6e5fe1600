import { startTransition, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { nameIn } from '#shared/domain/language.ts'
import { useSettings } from '../../../lib/settings/settings.ts'
import { useLanguage } from '../../../lib/words/use-language.ts'
import { DishChoice } from './dish-choice.tsx'
import type { EventDish } from './dish-rows.ts'
import { NearEnd } from './near-end.tsx'
import type { ChosenDish } from './proposal.ts'

/** The number of rows rendered at first, and added each time the user scrolls near the end. */
const ROWS_PER_STEP = 40

interface DishChoicesProps {
  rows: readonly EventDish[]
  chosen: Readonly<Record<string, ChosenDish>>
  /** The server's messages for quantities, by dish id. */
  serverErrors: ReadonlyMap<number, string>
  /** A dish that is rendered at once, wherever it is in the list. */
  revealedId: number | undefined
  onType: (id: number, typed: string) => void
}

/** The dishes with their quantities, rendered as the user scrolls towards them. */
export function DishChoices({ rows, chosen, serverErrors, revealedId, onType }: DishChoicesProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { currency } = useSettings()
  const [scrolledCount, setScrolledCount] = useState(ROWS_PER_STEP)
  const renderedCount = Math.max(scrolledCount, rows.findIndex(({ id }) => id === revealedId) + 1)
  return (
    <ul
      aria-label={t('catering.dishes')}
      className="overflow-hidden rounded-card border border-line bg-card shadow-soft"
    >
      {rows.slice(0, renderedCount).map(({ id, name, nameRo, price, mark }) => (
        <DishChoice
          key={id}
          id={id}
          name={nameIn(language, { name, nameRo })}
          price={price}
          currency={currency}
          mark={mark}
          quantityText={chosen[id]?.quantity ?? ''}
          serverError={serverErrors.get(id)}
          onType={onType}
        />
      ))}
      {rows.length > renderedCount && (
        <NearEnd
          key={renderedCount}
          onNear={() => startTransition(() => setScrolledCount(renderedCount + ROWS_PER_STEP))}
        />
      )}
    </ul>
  )
}
