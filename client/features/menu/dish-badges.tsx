import { TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { type AllergenCode, allergenWarning } from '#shared/domain/menu/allergens.ts'
import { knownTags, type TagKey } from '#shared/domain/menu/tags.ts'
import { useMyAllergens, useWarningText } from '../../entities/allergens/index.ts'
import { cx } from '../../ui/cx.ts'

// Each badge's touch area extends over the text around it, but not over the next badge.
const BADGES = 'relative isolate z-1'
const TOUCH = 'touch after:-z-1'
const BADGE =
  'inline-flex h-6 items-center rounded-full px-2 text-[11.5px] md:px-2.5 md:text-[12px] font-semibold whitespace-nowrap'

const TAG_CLASSES: Partial<Record<TagKey, string>> = {
  vegan: 'bg-ready-soft text-ready',
  vegetarian: 'bg-ready-soft text-ready',
  healthy: 'bg-ready-soft text-ready',
  fresh: 'bg-ready-soft text-ready',
  spicy: 'bg-accent-soft text-accent',
  special: 'bg-pending-soft text-pending',
  premium: 'bg-pending-soft text-pending',
}
const ADULTS_ONLY: readonly TagKey[] = ['alcohol', 'beer']
const MAX_ALLERGENS = 2
/** Tags that repeat an allergen; they are not shown where the allergen is. */
const ALLERGEN_OF_TAG: Partial<Record<TagKey, AllergenCode>> = { gluten: 'gluten', dairy: 'milk' }

function repeatsAllergen(tag: TagKey, { allergenCodes }: Pick<MenuItem, 'allergenCodes'>): boolean {
  return tag === 'allergens' ? allergenCodes.length > 0 : allergenCodes.some((code) => code === ALLERGEN_OF_TAG[tag])
}

interface DishBadgesProps {
  item: MenuItem
  onTag: (tag: TagKey) => void
  onAllergens: (item: MenuItem) => void
}

/** The known tags of a dish, each opening its explanation, and its allergens in one badge. */
export function DishBadges({ item, onTag, onAllergens }: DishBadgesProps) {
  const { t } = useTranslation()
  const tags = knownTags(item.tags).filter((tag) => !repeatsAllergen(tag, item))
  const warningText = useWarningText()
  const warning = allergenWarning(item, useMyAllergens())
  const isCertain = warning?.kind === 'contains'
  // The allergens that the guest avoids have a badge of their own, so the other badge omits them.
  const codes = isCertain ? item.allergenCodes.filter((code) => !warning.codes.includes(code)) : item.allergenCodes
  const adultsOnly = tags.some((tag) => ADULTS_ONLY.includes(tag))
  if (tags.length === 0 && item.allergenCodes.length === 0 && !warning) return null
  const hiddenCount = codes.length - MAX_ALLERGENS
  return (
    <div className={cx('order-2 mt-2 flex flex-wrap gap-[5px]', BADGES)}>
      {warning && (
        <button
          type="button"
          onClick={() => onAllergens(item)}
          className={cx(
            TOUCH,
            'inline-flex min-h-6 items-center gap-1 rounded-[12px] px-2 py-0.5 text-left font-semibold text-[11.5px] md:px-2.5 md:text-[12px]',
            isCertain ? 'bg-cancelled text-card' : 'bg-pending-soft text-pending',
          )}
        >
          <TriangleAlert aria-hidden="true" className="size-3.5 shrink-0" />
          <span className="line-clamp-3 break-words">{warningText(warning)}</span>
        </button>
      )}
      {adultsOnly && (
        <span className={cx(BADGE, 'bg-cancelled-soft text-cancelled')} title={t('menu.adultsOnlyNote')}>
          {t('menu.adultsOnly')}
        </span>
      )}
      {tags.map((tag) => (
        <button
          key={tag}
          type="button"
          aria-label={t('menu.aboutTag', { tag: t(`menu.tags.${tag}`) })}
          onClick={() => onTag(tag)}
          className={cx(BADGE, TOUCH, TAG_CLASSES[tag] ?? 'bg-sunk text-muted')}
        >
          {t(`menu.tags.${tag}`)}
        </button>
      ))}
      {codes.length > 0 && (
        <button
          type="button"
          aria-label={`${t('menu.allergensTitle')}: ${codes.map((code) => t(`menu.allergens.${code}`)).join(', ')}`}
          onClick={() => onAllergens(item)}
          className={cx(BADGE, TOUCH, 'bg-cancelled-soft text-cancelled')}
        >
          {codes
            .slice(0, MAX_ALLERGENS)
            .map((code) => t(`menu.allergens.${code}`))
            .join(' · ')}
          {hiddenCount > 0 && <span className="ml-1">{t('menu.moreAllergens', { count: hiddenCount })}</span>}
        </button>
      )}
    </div>
  )
}
