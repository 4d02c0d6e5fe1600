import { TriangleAlert } from 'lucide-react'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { allergenWarning } from '#shared/domain/menu/allergens.ts'
import { ALCOHOL_TAGS } from '#shared/domain/menu/filter.ts'
import { knownTags, repeatsAllergens, type TagKey } from '#shared/domain/menu/tags.ts'
import { cx } from '../../ui/cx.ts'
import { useTranslation } from '../../ui/translation.ts'
import { useMyAllergens, useWarningText } from '../allergens/index.ts'

/** Each badge's touch area extends over the text around it, but not over the next badge: of the row, and of a badge. */
export const BADGE_ROW = 'pointer-events-none relative isolate z-1 flex gap-[5px]'
const BADGE_TOUCH = 'pointer-events-auto touch after:-z-1'
const BADGE = 'inline-flex h-[26px] items-center rounded-full px-2 text-[13px] font-semibold whitespace-nowrap'
/**
 * On a phone, one row: what does not fit wraps below it, out of sight, unless it has the focus. The row is filled from
 * its end, so the allergens, which are written first, are the last to give way.
 */
const CARD_ROW =
  'order-2 -mb-[9px] flex-row-reverse flex-wrap justify-end gap-y-2.5 py-[9px] md:gap-y-[5px] max-md:overflow-clip max-md:not-has-focus-visible:h-11'

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

/** A badge for each tag, which opens its explanation; "18+" stands for alcohol, and beside beer. */
export function TagBadges({ tags, onTag, isRepeated }: TagBadgesProps) {
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
        className={cx(BADGE, BADGE_TOUCH, colour, isRepeated?.(tag) && 'max-md:hidden')}
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

/** How many characters of allergens fit a card on the narrowest phone, also beside "18+". */
const ROOM = 20
const ROOM_BESIDE_AGE = 13

/** The first names, as many as fit into `room` characters with the count of the others; at least one. */
export function fitting(names: readonly string[], room: number): { shown: string; count: number } {
  const first = (count: number) => names.slice(0, count).join(' · ')
  const fits = (count: number) => first(count).length + (count < names.length ? 3 : 0) <= room
  let count = names.length
  while (count > 1 && !fits(count)) count--
  return { shown: first(count), count }
}

interface DishBadgesProps {
  item: MenuItem
  onTag: (tag: TagKey) => void
  onAllergens: (item: MenuItem) => void
}

/**
 * The known tags of a dish, each opening its explanation, and its allergens in one badge. On phones tags give way to
 * the allergens, and those that repeat one are left out (docs/product/menu.md#menu-tags).
 */
export function DishBadges({ item, onTag, onAllergens }: DishBadgesProps) {
  const { t } = useTranslation()
  const tags = knownTags(item.tags)
  const warningText = useWarningText()
  const warning = allergenWarning(item, useMyAllergens())
  const isCertain = warning?.kind === 'contains'
  // The allergens that the guest avoids have a badge of their own, so the other badge omits them.
  const codes = isCertain ? item.allergenCodes.filter((code) => !warning.codes.includes(code)) : item.allergenCodes
  const names = codes.map((code) => t(`menu.allergens.${code}`))
  const isForAdults = tags.some((tag) => ALCOHOL_TAGS.includes(tag))
  const { shown, count } = fitting(names, isForAdults ? ROOM_BESIDE_AGE : ROOM)
  const named = [...(isCertain ? warning.codes : []), ...codes.slice(0, count)]
  return (
    <>
      {warning && (
        <div className={cx('order-2 mt-2', BADGE_ROW)}>
          <button
            type="button"
            onClick={() => onAllergens(item)}
            className={cx(
              BADGE_TOUCH,
              'inline-flex min-h-[26px] items-center gap-1 rounded-[12px] px-2 py-0.5 text-left font-semibold text-[13px] leading-tight',
              isCertain ? 'bg-cancelled text-card' : 'bg-pending-soft text-pending',
            )}
          >
            <TriangleAlert className="size-3.5 shrink-0" />
            <span className="line-clamp-3 break-words">{warningText(warning)}</span>
          </button>
        </div>
      )}
      {(tags.length > 0 || names.length > 0) && (
        <div className={cx(BADGE_ROW, CARD_ROW)}>
          {names.length > 0 && (
            <button
              type="button"
              aria-label={`${t('menu.allergensTitle')}: ${names.join(', ')}`}
              onClick={() => onAllergens(item)}
              className={cx(BADGE, BADGE_TOUCH, 'bg-cancelled-soft text-cancelled')}
            >
              {shown}
              {count < names.length && ` ${t('menu.moreAllergens', { count: names.length - count })}`}
            </button>
          )}
          <TagBadges tags={tags} onTag={onTag} isRepeated={(tag) => repeatsAllergens(tag, named)} />
        </div>
      )}
    </>
  )
}
