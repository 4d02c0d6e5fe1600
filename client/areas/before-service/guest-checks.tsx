import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import type { BeforeService } from '#shared/contracts/before-service.ts'
import { nameIn } from '#shared/domain/language.ts'
import { paths } from '../../lib/browser/paths.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { formatTime } from '../../lib/words/format.ts'
import { buttonClass } from '../../ui/parts/button.tsx'
import type { Check } from './check.ts'
import { RemedyButton } from './device-checks.tsx'
import type { BeforeServiceSlots } from './slots.ts'

/** The number of dishes listed by name; the menu tab shows all. */
const MAX_NAMES = 5

/** The menu, of which nothing can be ready while it is empty. */
export function useMenuCheck(count: number): Check {
  const { t } = useTranslation()
  if (count > 0) return { state: 'ok', text: t('beforeService.menu.some', { count }) }
  return {
    state: 'wrong',
    text: t('beforeService.menu.none'),
    remedy: <TabLink tab="menu">{t('beforeService.openMenu')}</TabLink>,
  }
}

/** The tables, which a restaurant with takeaway only does not need. */
export function useTablesCheck(count: number, onNoTables: () => void): Check {
  const { t } = useTranslation()
  const { noTables } = useSettings()
  if (count > 0) return { state: 'ok', text: t('beforeService.tables.some', { count }) }
  const tablesTab = <TabLink tab="tables">{t('beforeService.tables.open')}</TabLink>
  if (noTables) return { state: 'unused', text: t('beforeService.tables.unused'), remedy: tablesTab }
  return {
    state: 'look',
    text: t('beforeService.tables.none'),
    remedy: (
      <>
        {tablesTab}
        <RemedyButton onClick={onNoTables}>{t('firstSteps.tables.none')}</RemedyButton>
      </>
    ),
  }
}

function TabLink({ tab, children }: { tab: 'menu' | 'tables'; children: ReactNode }) {
  return (
    <Link href={paths.dashboardTab(tab)} className={buttonClass({ variant: 'outline', size: 'small' })}>
      {children}
    </Link>
  )
}

type Pause = Pick<BeforeService, 'ordersPaused' | 'ordersPausedUntil'>

export function usePausedCheck(
  { ordersPaused, ordersPausedUntil }: Pause,
  { resume, isPending }: BeforeServiceSlots['resuming'],
): Check {
  const { t } = useTranslation()
  const { timeZone } = useSettings()
  if (!ordersPaused) return { state: 'ok', text: t('beforeService.paused.taken'), isReadAloud: true }
  const text = ordersPausedUntil
    ? t('beforeService.paused.until', { time: formatTime(ordersPausedUntil, timeZone) })
    : t('beforeService.paused.untilResumed')
  const remedy = (
    <RemedyButton pending={isPending} onClick={resume}>
      {t('dashboard.resumeOrders')}
    </RemedyButton>
  )
  return { state: 'wrong', text, remedy, isReadAloud: true }
}

/** Dishes that are on the guests' menu although sold out, without a price, or without declared allergens. */
export function useDishesCheck(which: 'soldOut' | 'unpriced' | 'undeclared', dishes: BeforeService['soldOut']): Check {
  const { t } = useTranslation()
  const { language } = useSettings()
  if (dishes.length === 0) return { state: 'ok', text: t(`beforeService.${which}.none`) }
  const names = dishes.slice(0, MAX_NAMES).map((dish) => nameIn(language, dish))
  const hiddenCount = dishes.length - names.length
  const text = t(`beforeService.${which}.some`, {
    count: dishes.length,
    // Names may contain commas.
    names: [...names, ...(hiddenCount > 0 ? [t('beforeService.more', { count: hiddenCount })] : [])].join('; '),
  })
  const remedy = <TabLink tab="menu">{t('beforeService.openMenu')}</TabLink>
  return { state: which === 'unpriced' ? 'wrong' : 'look', text, remedy }
}
