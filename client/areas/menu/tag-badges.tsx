import { useTranslation } from 'react-i18next'
import type { TagKey } from '#shared/domain/menu/tags.ts'
import { cx } from '../../ui/cx.ts'

/** Each badge's touch area extends over the text around it, but not over the next badge: of the row, and of a badge. */
export const BADGE_ROW = 'relative isolate z-1 flex flex-wrap gap-[5px]'
export const BADGE_TOUCH = 'touch after:-z-1'
export const BADGE =
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
