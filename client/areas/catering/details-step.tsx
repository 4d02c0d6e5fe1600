import { zodResolver } from '@hookform/resolvers/zod'
import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Controller, type Resolver, useForm } from 'react-hook-form'
import { EVENT_NOTES_MAX } from '#shared/contracts/catering.ts'
import { LANGUAGES, type Language } from '#shared/domain/language.ts'
import { localTime } from '#shared/domain/time/local-time.ts'
import { formatLongDay } from '#shared/domain/time/long-day.ts'
import { useFieldError, useFieldProps } from '../../lib/changes/field-error.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { Button, Card, ChoiceChips, DateInput, PhoneLink, TextArea, TextField, useTranslation } from '../../ui/index.ts'
import { PhoneInput } from '../../ui/phone/phone-input.tsx'
import { useDishes } from '../menu/owner.ts'
import { MarkBadge } from './dish-choices.tsx'
import {
  changeDraft,
  type Details,
  type DetailsForm,
  type Draft,
  detailsSchema,
  EMPTY_DETAILS,
  eventPhone,
  linesOf,
  type ProposalLine,
  parseDetails,
  parseDiscount,
  proposalLanguage,
  selectionFromLines,
} from './draft.ts'
import { EventLines, EventTotals, MissingLetters } from './event-card.tsx'

const checkDetails = zodResolver(detailsSchema)
const resolver: Resolver<DetailsForm, unknown, Details> = (values, context, options) =>
  checkDetails(parseDetails(values), context, options as never) as never

export function DetailsStep({ draft: { details, ...draft } }: { draft: Draft }) {
  const { t } = useTranslation()
  const fieldError = useFieldError()
  const settings = useSettings()
  const form = useForm<DetailsForm, unknown, Details>({ resolver, defaultValues: details })
  const register = useFieldProps(form)
  const { errors } = form.formState
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ values }) => storeDetails(values) }),
    [form],
  )
  // This step sends nothing, so the server's issues exist before it is rendered.
  const [issues] = useState(draft.issues)
  useEffect(() => {
    const detailIssues = issues.filter(({ path }) => path in EMPTY_DETAILS)
    detailIssues.forEach(({ path, message }, i) => {
      form.setError(path as keyof DetailsForm, { type: 'server', message }, { shouldFocus: i === 0 })
    })
  }, [form, issues])
  const goToMenu = form.handleSubmit(() =>
    changeDraft((draft) => ({ step: 'menu', issues: draft.issues.filter(({ path }) => !(path in EMPTY_DETAILS)) })),
  )
  return (
    <form noValidate onSubmit={(event) => void goToMenu(event)}>
      <Card className="grid gap-x-5 gap-y-4 p-4 @min-[40rem]/page:grid-cols-2 @min-[40rem]/page:p-6">
        <TextField
          label={t('customers.name')}
          fieldClass="@min-[40rem]/page:col-span-2"
          {...register('customerName')}
          maxLength={100}
          required
        />
        <TextField label={t('customers.email')} {...register('customerEmail')} type="email" maxLength={254} required />
        <Controller
          name="customerPhone"
          control={form.control}
          render={({ field: { value, ...field } }) => (
            <TextField
              as={PhoneInput}
              label={t('customers.phone')}
              error={fieldError(errors.customerPhone)}
              {...field}
              defaultValue={value}
              required
            />
          )}
        />
        <Controller
          name="eventDate"
          control={form.control}
          render={({ field }) => (
            <TextField
              as={DateInput}
              label={t('catering.eventDate')}
              error={fieldError(errors.eventDate)}
              hint={field.value !== '' && <DateInWords day={field.value} timeZone={settings.timeZone} />}
              {...field}
              max="2999-12-31"
              required
            />
          )}
        />
        <TextField
          label={t('catering.numberOfGuests')}
          {...register('numberOfGuests')}
          inputMode="numeric"
          maxLength={6}
          required
        />
        <div className="@min-[40rem]/page:col-span-2">
          <Controller
            name="language"
            control={form.control}
            render={({ field: { onChange, value } }) => (
              <ChoiceChips
                label={t('catering.language')}
                value={proposalLanguage({ language: value }, settings.language)}
                onChange={onChange}
                options={LANGUAGES.map((language) => ({ value: language, label: t(`catering.languages.${language}`) }))}
              />
            )}
          />
        </div>
        <TextField
          as={TextArea}
          label={t('customers.notes')}
          hint={t('catering.notesHint')}
          fieldClass="@min-[40rem]/page:col-span-2"
          {...register('notes')}
          rows={3}
          maxLength={EVENT_NOTES_MAX}
        />
        <div className="flex justify-end @min-[40rem]/page:col-span-2">
          <Button type="submit" className="@max-[40rem]/page:w-full">
            {t('catering.toMenu')}
          </Button>
        </div>
      </Card>
    </form>
  )
}

function DateInWords({ day, timeZone }: { day: string; timeZone: string }) {
  const { t, language } = useTranslation()
  return (
    <>
      {formatLongDay(day, language)}
      {day < localTime(new Date(), timeZone).day && ` · ${t('catering.eventDatePast')}`}
    </>
  )
}

/** Stores the form in the draft, and removes the server's issues of fields that have changed. */
function storeDetails(details: DetailsForm): void {
  const isUnchanged = (path: string, previous: DetailsForm) =>
    details[path as keyof DetailsForm] === previous[path as keyof DetailsForm]
  changeDraft((draft) => ({ details, issues: draft.issues.filter(({ path }) => isUnchanged(path, draft.details)) }))
}

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
              {t('customers.customer')}
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
        <MissingLetters
          texts={[customerName, customerEmail, notes, ...lines.flatMap(({ name, nameRo }) => [name, nameRo])]}
        />
        <div className="mt-6 flex flex-wrap justify-end gap-2 @max-[40rem]/page:flex-col-reverse">
          <Button variant="outline" disabled={isPending} onClick={() => changeDraft({ step: 'menu' })}>
            {t('common.back')}
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
