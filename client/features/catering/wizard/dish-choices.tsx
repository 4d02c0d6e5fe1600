import { startTransition, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { nameIn } from '#shared/domain/language.ts'
import { useSettings } from '../../../entities/settings/index.ts'
import { useLanguage } from '../../../lib/words/use-language.ts'
import { DishChoice } from './dish-choice.tsx'
import type { EventDish } from './dish-rows.ts'
import { EndNear } from './end-near.tsx'
import type { ChosenDish } from './proposal.ts'

/** So many rows are drawn at once, and so many more each time that the list's end comes near. */
const STEP = 40

interface DishChoicesProps {
  rows: readonly EventDish[]
  chosen: Readonly<Record<string, ChosenDish>>
  /** What the server said of a dish's quantity. */
  refused: ReadonlyMap<number, string>
  onType: (id: number, typed: string) => void
}

/** The dishes with their quantities; of a thousand, those that come near are drawn. */
export function DishChoices({ rows, chosen, refused, onType }: DishChoicesProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { currency } = useSettings()
  const [drawn, setDrawn] = useState(STEP)
  return (
    <ul
      aria-label={t('catering.dishes')}
      className="overflow-hidden rounded-card border border-line bg-card shadow-soft"
    >
      {rows.slice(0, drawn).map(({ id, name, nameRo, price, mark }) => (
        <DishChoice
          key={id}
          id={id}
          name={nameIn(language, { name, nameRo })}
          price={price}
          currency={currency}
          mark={mark}
          typed={chosen[id]?.quantity ?? ''}
          refusal={refused.get(id)}
          onType={onType}
        />
      ))}
      {rows.length > drawn && <EndNear key={drawn} onNear={() => startTransition(() => setDrawn(drawn + STEP))} />}
    </ul>
  )
}
