import type { LoyaltyTier, Segment } from '#shared/domain/customers/loyalty.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { formatMoment } from '../../lib/words/format.ts'
import { Badge, type BadgeTone, useTranslation } from '../../ui/index.ts'

const TIER_TONES: Record<LoyaltyTier, BadgeTone> = {
  bronze: 'neutral',
  silver: 'preparing',
  gold: 'pending',
  platinum: 'delivered',
}

/** Badge of a loyalty tier. It always has a text label; colour is not the only cue. */
export function TierBadge({ tier }: { tier: LoyaltyTier }) {
  const { t } = useTranslation()
  return <Badge tone={TIER_TONES[tier]}>{t(`customers.tiers.${tier}`)}</Badge>
}

/** Badge of a segment, with a text label. Renders nothing for a customer without counted orders. */
export function SegmentBadge({ segment }: { segment: Segment | null }) {
  const { t } = useTranslation()
  if (segment === null) return null
  return <Badge tone={segment === 'vip' ? 'accent' : 'neutral'}>{t(`customers.segments.${segment}`)}</Badge>
}

export function CustomerTags({ tags }: { tags: readonly string[] }) {
  return tags.map((tag) => (
    <span key={tag} className="max-w-full truncate rounded-full border border-line px-2 py-0.5 text-xs text-muted">
      {tag}
    </span>
  ))
}

export function useCustomerFormat() {
  const { t, language } = useTranslation()
  const { timeZone } = useSettings()
  return {
    nameOf: ({ name }: { name: string }) => name || t('customers.noName'),
    momentOf: (moment: string | null) =>
      moment === null ? t('customers.never') : formatMoment(moment, timeZone, language),
  }
}
