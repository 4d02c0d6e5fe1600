import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { descriptionIn, ingredientsIn, nameIn } from '#shared/domain/language.ts'
import { allergenDeclaration } from '#shared/domain/menu/allergens.ts'
import { isCounted, NUTRIENTS, type Nutrient } from '#shared/domain/menu/nutrients.ts'
import { knownTags, type TagKey } from '#shared/domain/menu/tags.ts'
import { formatNumber } from '#shared/domain/numbers.ts'
import { kilojoules } from '../../../shared/domain/menu/nutrients.ts'
import { useLanguage } from '../../lib/words/use-language.ts'
import { cx } from '../../ui/cx.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Badge } from '../../ui/parts/badge.tsx'
import { useMyAllergens } from '../allergens/index.ts'
import { BADGE_ROW, TagBadges } from './dish-badges.tsx'

interface TagDialogProps {
  tag: TagKey
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The explanation of a tag. */
export function TagDialog({ tag, open, onOpenChange }: TagDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t(`menu.tags.${tag}`)}
      description={t(`menu.tagMeanings.${tag}`)}
    />
  )
}

/** Nutrients that are part of another one, and shown indented below it. */
const PARTS: Partial<Record<Nutrient, readonly Nutrient[]>> = { carbs: ['sugars'], fat: ['saturates'] }
const isPart = (nutrient: Nutrient) => Object.values(PARTS).flat().includes(nutrient)
const ROWS = NUTRIENTS.filter((nutrient) => !isPart(nutrient)).flatMap((whole) => [whole, ...(PARTS[whole] ?? [])])

interface NutritionDialogProps {
  item: MenuItem
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Shown at the end, for example the button that opens the guest's own allergens. */
  footer?: ReactNode
}

/** The dialog about a dish: its tags, nutrition ("N/A" for missing values), ingredients and allergens. */
export function NutritionDialog({ item, open, onOpenChange, footer }: NutritionDialogProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const description = descriptionIn(language, item)
  const marked = useMyAllergens()
  const values = item.nutritionalValues
  const declaration = allergenDeclaration(item)
  const ingredients = ingredientsIn(language, item)
  const tags = knownTags(item.tags)
  const [shownTag, setShownTag] = useState<TagKey>()
  const [tagOpen, setTagOpen] = useState(false)
  const withUnit = (nutrient: Nutrient, amount: number) => {
    const value = formatNumber(amount, language)
    if (nutrient !== 'calories') return t('menu.nutrition.grams', { value })
    return t('menu.nutrition.energy', { value, joules: formatNumber(kilojoules(amount), language) })
  }
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={nameIn(language, item)} footer={footer}>
      {/* The card shows only two lines of the description. */}
      {description && <p className="-mt-3 mb-5 text-[15px] text-muted">{description}</p>}
      {tags.length > 0 && (
        <div className={cx('mb-5', BADGE_ROW, description ? '-mt-2' : '-mt-1')}>
          <TagBadges
            tags={tags}
            onTag={(tag) => {
              setShownTag(tag)
              setTagOpen(true)
            }}
          />
        </div>
      )}
      <h3 className="text-sm font-semibold text-muted">{t('menu.nutrition.title')}</h3>
      <dl className="mt-2 overflow-hidden rounded-control border border-line bg-card">
        {ROWS.map((nutrient) => {
          const value = values?.[nutrient] ?? null
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
      {ingredients && (
        <>
          <h3 className="mt-5 text-sm font-semibold text-muted">{t('menu.nutrition.ingredients')}</h3>
          <p className="mt-2 whitespace-pre-line break-words text-[15px]">{ingredients}</p>
        </>
      )}
      <h3 className="mt-5 text-sm font-semibold text-muted">{t('menu.allergensTitle')}</h3>
      {item.allergenCodes.length > 0 && (
        <ul className="mt-2 flex flex-wrap gap-1.5">
          {item.allergenCodes.map((code) => (
            <li key={code}>
              <Badge tone={marked.includes(code) ? 'warning' : 'cancelled'} className="px-3 py-1.5 text-[13px]">
                {marked.includes(code) && <TriangleAlert aria-hidden="true" className="size-3.5" />}
                {t(`menu.allergens.${code}`)}
              </Badge>
            </li>
          ))}
        </ul>
      )}
      {item.allergens && <p className="mt-2 text-[15px]">{item.allergens}</p>}
      {declaration === 'none' && <p className="mt-2 text-[15px] text-muted">{t('menu.nutrition.noAllergens')}</p>}
      {declaration === 'undeclared' && (
        <p className="mt-2 font-semibold text-[15px] text-pending">{t('menu.allergensUndeclared')}</p>
      )}
      {shownTag && <TagDialog tag={shownTag} open={tagOpen} onOpenChange={setTagOpen} />}
    </Dialog>
  )
}
