import { useTranslation } from 'react-i18next'
import type { PastImport } from '#shared/contracts/menu/menu-imports.ts'
import { useSettings } from '../../../lib/settings/settings.ts'
import { formatMoment } from '../../../lib/words/format.ts'
import { useLanguage } from '../../../lib/words/use-language.ts'
import { cx } from '../../../ui/cx.ts'

/** The last import: its source, time, author and effect. */
export function LastImportNote({ last, className }: { last: PastImport; className?: string }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { timeZone } = useSettings()
  const moment = formatMoment(last.at, timeZone, language)
  return (
    <span className={cx('text-sm text-muted', className)}>
      <span className="block font-semibold text-ink">{t(`menuImports.kinds.${last.kind}`)}</span>
      <span className="block">{t('menuImports.lastBy', { moment, username: last.username })}</span>
      <span className="block">
        {t('menuImports.lastAdded', { count: last.added })} · {t('menuImports.lastChanged', { count: last.changed })}
      </span>
    </span>
  )
}
