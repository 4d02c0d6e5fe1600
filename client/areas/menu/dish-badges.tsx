import { TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { type AllergenCode, allergenWarning } from '#shared/domain/menu/allergens.ts'
import { knownTags, type TagKey } from '#shared/domain/menu/tags.ts'
import { cx } from '../../ui/cx.ts'
import { useMyAllergens, useWarningText } from '../allergens/index.ts'

/** Each badge's touch area extends over the text around it, but not over the next badge: of the row, and of a badge. */
export const BADGE_ROW = 'relative isolate z-1 flex flex-wrap gap-[5px]'
const BADGE_TOUCH = 'touch after:-z-1'
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

interface TagBadgesProps {
  tags: readonly TagKey[]
  onTag: (tag: TagKey) => void
  /** Whether a badge beside it says the same as the tag, which then gives way on phones. */
  isRepeated?: (tag: TagKey) => boolean
}

/** A badge for each tag, which opens its explanation. */
export function TagBadges({ tags, onTag, isRepeated }: TagBadgesProps) {
  const { t } = useTranslation()
  return tags.map((tag) => (
    <button
      key={tag}
      type="button"
      aria-label={t('menu.aboutTag', { tag: t(`menu.tags.${tag}`) })}
      onClick={() => onTag(tag)}
      className={cx(BADGE, BADGE_TOUCH, TAG_CLASSES[tag] ?? 'bg-sunk text-muted', isRepeated?.(tag) && 'max-md:hidden')}
    >
      {t(`menu.tags.${tag}`)}
    </button>
  ))
}

const ADULTS_ONLY: readonly TagKey[] = ['alcohol', 'beer']
const MAX_ALLERGENS = 2
/** How an allergen is called among the tags, if there is one for it. */
const TAG_OF_ALLERGEN: Partial<Record<AllergenCode, TagKey>> = { gluten: 'gluten', milk: 'dairy' }

interface DishBadgesProps {
  item: MenuItem
  onTag: (tag: TagKey) => void
  onAllergens: (item: MenuItem) => void
}

/**
 * The known tags of a dish, each opening its explanation, and its allergens in one badge. A tag that repeats an allergen
 * beside it gives way on phones, where a second row takes too much room (docs/product/menu.md#menu-tags).
 */
export function DishBadges({ item, onTag, onAllergens }: DishBadgesProps) {
  const { t } = useTranslation()
  const tags = knownTags(item.tags)
  const warningText = useWarningText()
  const warning = allergenWarning(item, useMyAllergens())
  const isCertain = warning?.kind === 'contains'
  // The allergens that the guest avoids have a badge of their own, so the other badge omits them.
  const codes = isCertain ? item.allergenCodes.filter((code) => !warning.codes.includes(code)) : item.allergenCodes
  const adultsOnly = tags.some((tag) => ADULTS_ONLY.includes(tag))
  if (tags.length === 0 && item.allergenCodes.length === 0 && !warning) return null
  const shownCodes = codes.slice(0, MAX_ALLERGENS)
  const hiddenCount = codes.length - MAX_ALLERGENS
  const named = isCertain ? [...warning.codes, ...shownCodes] : shownCodes
  return (
    <div className={cx('order-2 mt-2', BADGE_ROW)}>
      {warning && (
        <button
          type="button"
          onClick={() => onAllergens(item)}
          className={cx(
            BADGE_TOUCH,
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
      <TagBadges
        tags={tags}
        onTag={onTag}
        isRepeated={(tag) => named.some((code) => tag === 'allergens' || tag === TAG_OF_ALLERGEN[code])}
      />
      {codes.length > 0 && (
        <button
          type="button"
          aria-label={`${t('menu.allergensTitle')}: ${codes.map((code) => t(`menu.allergens.${code}`)).join(', ')}`}
          onClick={() => onAllergens(item)}
          className={cx(BADGE, BADGE_TOUCH, 'bg-cancelled-soft text-cancelled')}
        >
          {shownCodes.map((code) => t(`menu.allergens.${code}`)).join(' · ')}
          {hiddenCount > 0 && <span className="ml-1">{t('menu.moreAllergens', { count: hiddenCount })}</span>}
        </button>
      )}
    </div>
  )
}
