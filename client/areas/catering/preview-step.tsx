import type { Language } from '#shared/domain/language.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { Button, Card, useTranslation } from '../../ui/index.ts'
import { EventContent } from './event-card.tsx'
import type { ProposalInput, ProposalLine } from './proposal.ts'

interface PreviewStepProps {
  input: ProposalInput
  language: Language
  lines: readonly ProposalLine[]
  isPending: boolean
  onBack: () => void
  onGenerate: () => void
}

/** The third step: the content of the proposal. It is sent with the names and prices shown here. */
export function PreviewStep({ input, language, lines, isPending, onBack, onGenerate }: PreviewStepProps) {
  const { t } = useTranslation()
  const { currency } = useSettings()
  return (
    <Card className="p-4 @phone/page:p-6">
      <EventContent
        event={{ ...input, currency, items: lines }}
        language={language}
        detail={`${t('catering.language')}: ${t(`catering.languages.${language}`)}`}
      />
      <div className="mt-6 flex flex-wrap justify-end gap-2 @max-phone/page:flex-col-reverse">
        <Button variant="outline" disabled={isPending} onClick={onBack}>
          {t('common.back')}
        </Button>
        <Button pending={isPending} disabled={lines.length === 0} onClick={onGenerate}>
          {t('catering.generate')}
        </Button>
      </div>
    </Card>
  )
}
