import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ReportFile } from '#shared/contracts/reports.ts'
import { useLanguage } from '../../../lib/words/use-language.ts'
import { buttonClass } from '../../../ui/parts/button.tsx'
import type { Period } from '../period.ts'
import { fileAddress } from '../report-query.ts'

/** A link that downloads one part of the report, in all currencies, as a CSV file. */
export function CsvLink({ part, period }: { part: ReportFile; period: Period }) {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <a href={fileAddress(period, part, language)} download className={buttonClass({ variant: 'quiet', size: 'small' })}>
      <Download aria-hidden="true" className="size-4" />
      {t('reports.csv')}
      <span className="sr-only">{t(`reports.sections.${part}`)}</span>
    </a>
  )
}
