import { useTranslation } from 'react-i18next'
import { nameIn } from '#shared/domain/language.ts'
import { useLanguage } from '../../lib/words/use-language.ts'
import type { OrderAttempt } from './attempt/attempt.ts'

/** The dishes of an attempt as texts ("2× Sour soup"), named as the guest saw them. */
export function useOrderedDishes({ body, shown = [] }: OrderAttempt): { menuItemId: number; text: string }[] {
  const { t } = useTranslation()
  const language = useLanguage()
  return body.items.map(({ menuItemId, quantity }) => {
    const { name, nameRo } = shown.find((dish) => dish.menuItemId === menuItemId) ?? {}
    return { menuItemId, text: `${quantity}× ${name ? nameIn(language, { name, nameRo }) : t('checkout.aDish')}` }
  })
}

/** A list of the dishes of an attempt. */
export function OrderedDishes({ attempt, className = '' }: { attempt: OrderAttempt; className?: string }) {
  const dishes = useOrderedDishes(attempt)
  return (
    <ul className={`space-y-0.5 break-words font-medium text-[15px] ${className}`}>
      {dishes.map(({ menuItemId, text }) => (
        <li key={menuItemId}>{text}</li>
      ))}
    </ul>
  )
}
