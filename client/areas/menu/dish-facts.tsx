import { ChevronDown, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { ingredientsIn, withUnbrokenUnits } from '#shared/domain/language.ts'
import { allergenDeclaration } from '#shared/domain/menu/allergens.ts'
import { isCounted, kilojoules, NUTRIENTS, type Nutrient } from '#shared/domain/menu/nutrients.ts'
import { formatNumber } from '#shared/domain/numbers.ts'
import { Badge, useTranslation } from '../../ui/index.ts'
import { chooseAllergens, useMyAllergens } from '../allergens/index.ts'

export function DishFacts({ item }: { item: MenuItem }) {
  const { t } = useTranslation()
  const ingredients = ingredientsIn(useTranslation().language, item)
  return (
    <>
      {ingredients && (
        <section>
          <Heading>{t('menu.nutrition.ingredients')}</Heading>
          <p className="mt-1.5 whitespace-pre-line break-words text-[15px]">{withUnbrokenUnits(ingredients)}</p>
        </section>
      )}
      <Nutrition item={item} />
    </>
  )
}

function Heading({ children }: { children: ReactNode }) {
  return <h3 className="font-semibold text-muted text-sm">{children}</h3>
}

/** What a dish declares, before anything is chosen. */
export function DishAllergens({ item }: { item: MenuItem }) {
  const { t } = useTranslation()
  const marked = useMyAllergens()
  const declaration = allergenDeclaration(item)
  // Beside what the menu declares itself, too.
  const isByCourse = item.isSetMenu && declaration !== 'undeclared'
  return (
    <section>
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
        <Heading>{t('menu.allergensTitle')}</Heading>
        {item.allergenCodes.length > 0 && (
          <ul className="flex flex-wrap gap-1.5">
            {item.allergenCodes.map((code) => (
              <li key={code}>
                <Badge tone={marked.includes(code) ? 'warning' : 'cancelled'} className="px-2.5 py-1 text-[14px]">
                  {marked.includes(code) && <TriangleAlert className="size-3.5" />}
                  {t(`menu.allergens.${code}`)}
                  {marked.includes(code) && <span className="sr-only"> ({t('menu.dish.avoided')})</span>}
                </Badge>
              </li>
            ))}
          </ul>
        )}
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={chooseAllergens}
          className="touch ml-auto font-semibold text-accent text-sm underline underline-offset-4"
        >
          {t('menu.myAllergens')}
        </button>
      </div>
      {item.allergens && <p className="mt-1.5 text-[15px]">{item.allergens}</p>}
      {(declaration === 'none' || isByCourse) && (
        <p className="mt-1.5 text-[15px] text-muted">
          {t(isByCourse ? 'menu.dish.allergensByCourse' : 'menu.nutrition.noAllergens')}
        </p>
      )}
      {declaration === 'undeclared' && (
        <p className="mt-1.5 font-semibold text-[15px] text-pending">{t('menu.allergensUndeclared')}</p>
      )}
    </section>
  )
}

/** Nutrients that are part of another one, and shown indented below it. */
const PARTS: Partial<Record<Nutrient, readonly Nutrient[]>> = { carbs: ['sugars'], fat: ['saturates'] }
const isPart = (nutrient: Nutrient) => Object.values(PARTS).flat().includes(nutrient)
const ROWS = NUTRIENTS.filter((nutrient) => !isPart(nutrient)).flatMap((whole) => [whole, ...(PARTS[whole] ?? [])])

/** The nutrition of a dish, folded: "N/A" for a missing value, and one line if all are missing. */
function Nutrition({ item: { nutritionalValues: values } }: { item: MenuItem }) {
  const { t, language } = useTranslation()
  const withUnit = (nutrient: Nutrient, amount: number) => {
    const value = formatNumber(amount, language)
    if (nutrient !== 'calories') return t('menu.nutrition.grams', { value })
    return t('menu.nutrition.energy', { value, joules: formatNumber(kilojoules(amount), language) })
  }
  if (!values) {
    return (
      <section className="flex flex-wrap items-baseline justify-between gap-x-4">
        <Heading>{t('menu.nutrition.title')}</Heading>
        <p className="text-[15px] text-muted">{t('menu.nutrition.notStated')}</p>
      </section>
    )
  }
  return (
    <details className="group -my-2">
      <summary className="flex min-h-11 list-none items-center justify-between gap-4 [&::-webkit-details-marker]:hidden">
        <Heading>{t('menu.nutrition.title')}</Heading>
        <ChevronDown className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180" />
      </summary>
      <dl className="mb-2 overflow-hidden rounded-control border border-line bg-card">
        {ROWS.map((nutrient) => {
          const value = values[nutrient]
          if (value === null && !isCounted(nutrient)) return null
          return (
            <div key={nutrient} className="flex justify-between gap-4 border-line border-b px-4 py-2.5 last:border-b-0">
              <dt className={isPart(nutrient) ? 'pl-4 text-muted' : undefined}>{t(`menu.nutrition.${nutrient}`)}</dt>
              <dd className="figures text-right font-semibold">
                {value === null ? t('menu.nutrition.notAvailable') : withUnit(nutrient, value)}
              </dd>
            </div>
          )
        })}
      </dl>
    </details>
  )
}
