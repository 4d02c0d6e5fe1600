import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Language } from '#shared/domain/language.ts'
import { formatLongDay } from '#shared/domain/time/long-day.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { Button, Card, PhoneLink, useTranslation } from '../../ui/index.ts'
import { useDishes } from '../menu/owner.ts'
import { MarkBadge } from './dish-choices.tsx'
import { changeDraft, type Draft } from './draft.ts'
import { EventLines, EventTotals } from './event-figures.tsx'
import {
  eventPhone,
  linesOf,
  type ProposalLine,
  parseDetails,
  parseDiscount,
  proposalLanguage,
  selectionFromLines,
} from './proposal.ts'

interface PreviewStepProps {
  draft: Draft
  isPending: boolean
  onGenerate: (defaultLanguage: Language) => void
}

/** The third step: the content of the proposal. It is sent with the names and prices shown here. */
export function PreviewStep({ draft, isPending, onGenerate }: PreviewStepProps) {
  const { t } = useTranslation()
  const settings = useSettings()
  const pageLanguage = useTranslation().language
  const { details, lines, unanswered } = draft
  const { numberOfGuests, eventDate, customerPhone, customerName, customerEmail, notes } = parseDetails(details)
  const { discount } = parseDiscount(draft.discount)
  const language = proposalLanguage(details, settings.language)
  const { isDeleted, currentLines } = useCurrentMenu(draft, language)
  return (
    <div className="space-y-4">
      {currentLines && !isPending && (
        <Notice>
          <p>{t('catering.menuChanged')}</p>
          <Button
            variant="outline"
            size="small"
            className="mt-2.5"
            onClick={() => changeDraft({ lines: currentLines, chosen: selectionFromLines(currentLines) })}
          >
            {t('catering.takeToday')}
          </Button>
        </Notice>
      )}
      {unanswered && !isPending && <Notice>{t('catering.unanswered')}</Notice>}
      <Card className="p-4 @min-[40rem]/page:p-6">
        <div className="grid gap-x-6 gap-y-4 @min-[40rem]/page:grid-cols-2">
          <section aria-labelledby="proposal-customer">
            <h3 id="proposal-customer" className="mb-1 text-sm text-muted">
              {t('catering.customer')}
            </h3>
            <p className="display text-xl break-words">{customerName}</p>
            <p className="text-[15px] wrap-anywhere">{customerEmail}</p>
            <p className="text-[15px]">
              <PhoneLink number={eventPhone(customerPhone)} />
            </p>
          </section>
          <section aria-labelledby="proposal-event">
            <h3 id="proposal-event" className="mb-1 text-sm text-muted">
              {t('catering.event')}
            </h3>
            <p className="display text-xl">{formatLongDay(eventDate, pageLanguage)}</p>
            <p className="text-[15px]">{t('catering.guests', { count: numberOfGuests })}</p>
            <p className="text-[15px]">
              {t('catering.language')}: {t(`catering.languages.${language}`)}
            </p>
          </section>
        </div>
        {notes.trim() && <p className="mt-4 text-[15px] break-words whitespace-pre-line">{notes.trim()}</p>}
        <h3 className="display mt-6 mb-1 text-lg">{t('catering.lines')}</h3>
        <EventLines
          lines={lines.map((line) => ({ ...line, id: line.menuItemId }))}
          language={language}
          currency={settings.currency}
          mark={({ id }) => isDeleted(id) && <MarkBadge mark="deleted" />}
        />
        <EventTotals
          items={lines}
          discount={discount}
          numberOfGuests={numberOfGuests}
          currency={settings.currency}
          className="mt-4"
        />
        <div className="mt-6 flex flex-wrap justify-end gap-2 @max-[40rem]/page:flex-col-reverse">
          <Button variant="outline" disabled={isPending} onClick={() => changeDraft({ step: 'menu' })}>
            {t('catering.back')}
          </Button>
          <Button pending={isPending} onClick={() => onGenerate(settings.language)}>
            {t('catering.generate')}
          </Button>
        </div>
      </Card>
    </div>
  )
}

/** Which dishes of the preview were deleted, and its lines by the current menu if that differs. */
function useCurrentMenu({ chosen, lines }: Draft, language: Language) {
  const { data: dishes } = useDishes()
  const byId = new Map(dishes?.map((dish) => [dish.id, dish]))
  const currentLines = linesOf(chosen, byId, language)
  const isSame = currentLines.every((line) => lines.some((previewedLine) => isSameLine(line, previewedLine)))
  return {
    isDeleted: (id: number) => dishes !== undefined && !byId.has(id),
    currentLines: isSame ? undefined : currentLines,
  }
}

function isSameLine(a: ProposalLine, b: ProposalLine): boolean {
  return (
    a.menuItemId === b.menuItemId &&
    a.priceAtTimeOfEvent === b.priceAtTimeOfEvent &&
    a.name === b.name &&
    a.nameRo === b.nameRo
  )
}

function Notice({ children }: { children: ReactNode }) {
  return (
    <div role="status" className="flex gap-2.5 rounded-control bg-pending-soft px-4 py-3 text-[15px]">
      <TriangleAlert className="mt-0.5 size-4.5 shrink-0 text-pending" />
      <div className="min-w-0">{children}</div>
    </div>
  )
}
