import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '#shared/domain/language.ts'
import { phoneForPeople } from '#shared/domain/phone.ts'
import { useSettings } from '../../../entities/settings/index.ts'
import { formatLongDay } from '../../../lib/words/format.ts'
import { useLanguage } from '../../../lib/words/use-language.ts'
import { Button } from '../../../ui/parts/button.tsx'
import { Card } from '../../../ui/parts/card.tsx'
import { useDishes } from '../event-calls.ts'
import { EventLines, EventTotals } from '../events/event-figures.tsx'
import { MarkBadge } from './dish-choice.tsx'
import { changeDraft, type Draft } from './draft.ts'
import {
  chosenAs,
  eventPhone,
  linesOf,
  type ProposalLine,
  proposalLanguage,
  typedDetails,
  typedDiscount,
} from './proposal.ts'

interface PreviewStepProps {
  draft: Draft
  isPending: boolean
  onGenerate: (defaultLanguage: Language) => void
}

/** The third step: all that the proposal will say. The dishes keep the names and prices that are shown here. */
export function PreviewStep({ draft, isPending, onGenerate }: PreviewStepProps) {
  const { t } = useTranslation()
  const settings = useSettings()
  const shown = useLanguage()
  const { details, lines, unanswered } = draft
  const { numberOfGuests, eventDate, customerPhone, customerName, customerEmail, notes } = typedDetails(details)
  const { discount } = typedDiscount(draft.discount)
  const language = proposalLanguage(details, settings.language)
  const { isGone, today } = useMenuOfToday(draft, language)
  return (
    <div className="space-y-4">
      {today && !isPending && (
        <Notice>
          <p>{t('catering.menuChanged')}</p>
          <Button
            variant="outline"
            size="small"
            className="mt-2.5"
            onClick={() => changeDraft({ lines: today, chosen: chosenAs(today) })}
          >
            {t('catering.takeToday')}
          </Button>
        </Notice>
      )}
      {unanswered && !isPending && <Notice>{t('catering.unanswered')}</Notice>}
      <Card className="p-4 sm:p-6">
        <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
          <section aria-labelledby="proposal-customer">
            <h3 id="proposal-customer" className="mb-1 text-sm text-muted">
              {t('catering.customer')}
            </h3>
            <p className="display text-xl break-words">{customerName}</p>
            <p className="text-[15px] break-all">{customerEmail}</p>
            <p className="figures text-[15px]">{phoneForPeople(eventPhone(customerPhone))}</p>
          </section>
          <section aria-labelledby="proposal-event">
            <h3 id="proposal-event" className="mb-1 text-sm text-muted">
              {t('catering.event')}
            </h3>
            <p className="display text-xl">{formatLongDay(eventDate, shown)}</p>
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
          mark={({ id }) => isGone(id) && <MarkBadge mark="deleted" />}
        />
        <EventTotals
          items={lines}
          discount={discount}
          numberOfGuests={numberOfGuests}
          currency={settings.currency}
          className="mt-4"
        />
        <div className="mt-6 flex flex-wrap justify-end gap-2 max-sm:flex-col-reverse">
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

/** Which dishes of the preview are deleted by now, and its lines by the menu of today where they differ. */
function useMenuOfToday({ chosen, lines }: Draft, language: Language) {
  const { data: dishes } = useDishes()
  const byId = new Map(dishes?.map((dish) => [dish.id, dish]))
  const today = linesOf(chosen, byId, language)
  const isSame = today.every((line) => lines.some((shown) => isSameLine(line, shown)))
  return { isGone: (id: number) => dishes !== undefined && !byId.has(id), today: isSame ? undefined : today }
}

function isSameLine(one: ProposalLine, other: ProposalLine): boolean {
  return (
    one.menuItemId === other.menuItemId &&
    one.priceAtTimeOfEvent === other.priceAtTimeOfEvent &&
    one.name === other.name &&
    one.nameRo === other.nameRo
  )
}

function Notice({ children }: { children: ReactNode }) {
  return (
    <div role="status" className="flex gap-2.5 rounded-control bg-pending-soft px-4 py-3 text-[15px]">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-pending" />
      <div className="min-w-0">{children}</div>
    </div>
  )
}
