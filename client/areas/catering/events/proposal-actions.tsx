import { useMutation } from '@tanstack/react-query'
import { Download, Ellipsis, ExternalLink, Printer } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type CateringEvent, getProposal } from '#shared/contracts/catering.ts'
import { LANGUAGES, type Language } from '#shared/domain/language.ts'
import { isOpenEvent } from '#shared/domain/statuses.ts'
import { downloadFile } from '../../../lib/api/download.ts'
import { toastFailure } from '../../../lib/changes/toast-failure.ts'
import { LanguageSwitch } from '../../../ui/language-switch.tsx'
import { ActionMenu } from '../../../ui/overlays/menu.tsx'
import { buttonClass } from '../../../ui/parts/button.tsx'
import { IconButton } from '../../../ui/parts/icon-button.tsx'
import { proposalAddress, proposalParams } from '../event-calls.ts'
import { printPdf } from './print-pdf.ts'

interface ProposalActionsProps {
  event: CateringEvent
  /** The customer's name, or the text for an erased one. */
  name: string
  onCopy: (event: CateringEvent) => void
  onDelete: (event: CateringEvent) => void
}

/** Buttons for the proposal as a PDF: open in a new tab, download, or print, in either language; and to copy or delete it. */
export function ProposalActions({ event, name, onCopy, onDelete }: ProposalActionsProps) {
  const { t } = useTranslation()
  const [language, setLanguage] = useState<Language>(event.language)
  const address = proposalAddress(event, language)
  const download = useMutation({
    mutationFn: () => downloadFile(getProposal, proposalParams(event, language)),
    onError: (error) => toastFailure(t('catering.downloadFailed'), error),
  })
  const print = useMutation({
    // One after another: each print removes the frame of the previous one.
    scope: { id: 'print-proposal' },
    mutationFn: () => printPdf(address),
    onError: (error) => toastFailure(t('catering.printFailed'), error, t('catering.printFailedDescription')),
  })
  return (
    <section
      aria-label={t('catering.proposal', { name })}
      className="mt-4 flex flex-wrap items-center gap-2 border-t border-line pt-4"
    >
      <LanguageSwitch
        label={t('catering.proposalLanguage', { name })}
        value={language}
        onChange={setLanguage}
        options={LANGUAGES.map((value) => ({ value, name: t(`catering.languages.${value}`) }))}
      />
      {/* The buttons wrap to the next row together. */}
      <div className="ml-auto flex gap-2 max-sm:w-full">
        <a
          href={address}
          target="_blank"
          rel="noopener"
          aria-label={t('catering.openProposalOf', { name })}
          className={`${buttonClass({ variant: 'outline' })} max-sm:flex-1 max-sm:px-3!`}
        >
          <ExternalLink aria-hidden="true" className="size-4.5" />
          {t('catering.open')}
        </a>
        <IconButton
          variant="outline"
          label={t('catering.downloadOf', { name })}
          disabled={download.isPending}
          onClick={() => download.mutate()}
        >
          <Download aria-hidden="true" className="size-5" />
        </IconButton>
        <IconButton
          variant="outline"
          label={t('catering.printOf', { name })}
          disabled={print.isPending}
          onClick={() => print.mutate()}
        >
          <Printer aria-hidden="true" className="size-5" />
        </IconButton>
        <ActionMenu
          trigger={
            <IconButton variant="outline" label={t('catering.moreOf', { name })}>
              <Ellipsis aria-hidden="true" className="size-5" />
            </IconButton>
          }
          actions={[
            { key: 'copy', label: t('catering.copy'), onChoose: () => onCopy(event) },
            ...(isOpenEvent(event.status)
              ? [{ key: 'delete', label: t('catering.delete'), onChoose: () => onDelete(event) }]
              : []),
          ]}
        />
      </div>
    </section>
  )
}
