import { TriangleAlert } from 'lucide-react'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { allergenWarning } from '#shared/domain/menu/allergens.ts'
import { ALCOHOL_TAGS } from '#shared/domain/menu/filter.ts'
import { knownTags, repeatsAllergens, type TagKey } from '#shared/domain/menu/tags.ts'
import { cx, useTranslation } from '../../ui/index.ts'
import { useMyAllergens, useWarningText } from '../allergens/index.ts'

/** Each badge's touch area extends over the text around it, but not over the next badge: of the row, and of a badge. */
export const BADGE_ROW = 'pointer-events-none relative isolate z-1 flex gap-[5px]'
const BADGE_TOUCH = 'pointer-events-auto touch after:-z-1'
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
}

/** A badge for each tag, which opens its explanation; "18+" stands for alcohol, and beside beer. */
export function TagBadges({ tags, onTag }: TagBadgesProps) {
  const { t } = useTranslation()
  const adultsOnly = tags.find((tag) => ALCOHOL_TAGS.includes(tag))
  const badge = (tag: TagKey, colour = 'bg-sunk text-muted', age?: string) => {
    const name = t(`menu.tags.${tag}`)
    const meaning = t('menu.aboutTag', { tag: name })
    return (
      <button
        key={age ?? tag}
        type="button"
        aria-label={age ? `${age}: ${meaning}` : meaning}
        onClick={() => onTag(tag)}
        data-tag={age ? undefined : tag}
        className={cx('dish-badge whitespace-nowrap', BADGE_TOUCH, colour)}
      >
        {age ?? name}
      </button>
    )
  }
  return (
    <>
      {adultsOnly && badge(adultsOnly, 'bg-cancelled-soft text-cancelled', t('menu.adultsOnly'))}
      {tags.map((tag) => tag !== 'alcohol' && badge(tag, TAG_CLASSES[tag]))}
    </>
  )
}

/** How many characters of allergens leave room for tags beside them, on a phone. */
const ROOM = 24

interface DishBadgesProps {
  item: MenuItem
  onTag: (tag: TagKey) => void
  onAllergens: (item: MenuItem) => void
}

/** The tags of a dish, each with its explanation, and its allergens in one badge (docs/product/menu.md#menu-tags). */
export function DishBadges({ item, onTag, onAllergens }: DishBadgesProps) {
  const { t } = useTranslation()
  const tags = knownTags(item.tags).filter((tag) => !repeatsAllergens(tag, item.allergenCodes))
  const warningText = useWarningText()
  const warning = allergenWarning(item, useMyAllergens())
  const isCertain = warning?.kind === 'contains'
  // The allergens that the guest avoids have a badge of their own, so the other badge omits them.
  const codes = isCertain ? item.allergenCodes.filter((code) => !warning.codes.includes(code)) : item.allergenCodes
  const names = codes.map((code) => t(`menu.allergens.${code}`))
  // The dot stays with the name before it.
  const named = names.join('\u00a0· ')
  return (
    <>
      {warning && (
        <div className={cx('order-2 mt-2', BADGE_ROW)}>
          <button
            type="button"
            onClick={() => onAllergens(item)}
            className={cx(
              BADGE_TOUCH,
              'dish-badge',
              isCertain ? 'bg-cancelled text-card' : 'bg-pending-soft text-pending',
            )}
          >
            <TriangleAlert className="size-3.5 shrink-0" />
            <span className="line-clamp-3 break-words">{warningText(warning)}</span>
          </button>
        </div>
      )}
      {(tags.length > 0 || named) && (
        <div data-long={named.length > ROOM || undefined} className={cx(BADGE_ROW, 'card-badges')}>
          {named && (
            <button
              type="button"
              aria-label={`${t('menu.allergensTitle')}: ${names.join(', ')}`}
              onClick={() => onAllergens(item)}
              className={cx('dish-badge', BADGE_TOUCH, 'bg-cancelled-soft text-cancelled')}
            >
              {named}
            </button>
          )}
          <TagBadges tags={tags} onTag={onTag} />
        </div>
      )}
    </>
  )
}
