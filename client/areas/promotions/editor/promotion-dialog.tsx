import { useState } from 'react'
import { Controller, useWatch } from 'react-hook-form'
import { PROMOTION_DAYS, PROMOTION_DESCRIPTION_MAX, PROMOTION_TITLE_MAX } from '#shared/contracts/promotion-editing.ts'
import type { Promotion } from '#shared/contracts/promotions.ts'
import type { Language } from '#shared/domain/language.ts'
import { addDays, type LocalTime, localTime } from '#shared/domain/time/local-time.ts'
import {
  isShown,
  nextWeekday,
  type PromotionTimes,
  type PromotionWindow,
  WEEKDAYS,
} from '#shared/domain/time/promotion-window.ts'
import { formatDay, weekdayName } from '#shared/i18n/format.ts'
import type { TFunction } from '#shared/i18n/translate.ts'
import { useBothLanguages } from '../../../lib/changes/both-languages.ts'
import { EditorNotices } from '../../../lib/changes/draft-notice.tsx'
import { useFieldError, useFieldProps } from '../../../lib/changes/field-error.ts'
import {
  Button,
  DateInput,
  Dialog,
  EditorFooter,
  Field,
  Switch,
  TextArea,
  TextField,
  TextInput,
  TimeInput,
  ToggleChips,
  useTranslation,
} from '../../../ui/index.ts'
import { PictureField } from '../../pictures/index.ts'
import { SLIDE_HEIGHT, Slide } from '../carousel.tsx'
import { type PromotionEditorForm, type PromotionForm, usePromotionEditor } from './use-promotion-editor.ts'

const WEEKDAY_SETS = [
  { name: 'all', weekdays: WEEKDAYS },
  { name: 'week', weekdays: WEEKDAYS.slice(0, 5) },
  { name: 'weekend', weekdays: WEEKDAYS.slice(5) },
] as const

function PromotionFields({ form }: { form: PromotionEditorForm }) {
  const { t, language } = useTranslation()
  const register = useFieldProps(form)
  const fieldError = useFieldError()
  const { errors } = form.formState
  const { pair, hint, errorOf } = useBothLanguages()
  const text = (field: 'title' | 'titleRo' | 'description' | 'descriptionRo') => (
    <Field
      key={field}
      label={t(`promotionEditor.fields.${field}`)}
      error={errorOf(form, field)}
      hint={field === 'title' && hint(field)}
    >
      {(control) => {
        const input = { ...control, ...form.register(field), lang: field.endsWith('Ro') ? 'ro' : 'en' }
        return field.startsWith('title') ? (
          <TextInput {...input} maxLength={PROMOTION_TITLE_MAX} />
        ) : (
          <TextArea {...input} rows={2} maxLength={PROMOTION_DESCRIPTION_MAX} />
        )
      }}
    </Field>
  )
  const day = (field: 'startDate' | 'endDate') => (
    <Controller
      name={field}
      control={form.control}
      render={({ field: input }) => (
        <TextField
          as={DateInput}
          label={t(`promotionEditor.fields.${field}`)}
          error={fieldError(errors[field])}
          {...input}
          min={PROMOTION_DAYS.first}
          max={PROMOTION_DAYS.last}
        />
      )}
    />
  )
  const hour = (field: 'startHour' | 'endHour') => (
    <TextField
      as={TimeInput}
      label={t(`promotionEditor.fields.${field}`)}
      hint={t(`promotionEditor.hints.${field}`)}
      {...register(field)}
    />
  )
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        {pair('title').map(text)}
        {pair('description').map(text)}
      </div>
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        {day('startDate')}
        {day('endDate')}
        {hour('startHour')}
        {hour('endHour')}
      </div>
      <Controller
        control={form.control}
        name="weekdays"
        render={({ field: { value, onChange } }) => (
          <ToggleChips
            legend={t('promotionEditor.fields.weekdays')}
            tone="ink"
            before={
              <p className="mb-1.5 flex flex-wrap gap-x-1">
                {WEEKDAY_SETS.map(({ name, weekdays }) => (
                  <Button
                    key={name}
                    variant="quiet"
                    size="small"
                    className="px-2! underline underline-offset-3 first:-ml-2"
                    onClick={() => onChange([...weekdays])}
                  >
                    {t(`promotionEditor.weekdaySets.${name}`)}
                  </Button>
                ))}
              </p>
            }
            options={WEEKDAYS.map((weekday) => ({
              value: String(weekday),
              label: weekdayName(weekday, 'short', language),
            }))}
            value={value.map(String)}
            onChange={(chosen) => onChange(chosen.map(Number).sort())}
            error={fieldError(errors.weekdays)}
          />
        )}
      />
    </>
  )
}

interface PromotionDialogProps {
  open: boolean
  /** The promotion to change; `new` to add one. */
  promotion: Promotion | 'new'
  /** The restaurant's day, YYYY-MM-DD. */
  today: string
  /** Returns the element to focus on closing; null for the one that had the focus before opening. */
  finalFocus: () => HTMLElement | null
  onClose: () => void
  onDelete: (promotion: Promotion) => void
}

export function PromotionDialog({ open, promotion, finalFocus, ...rest }: PromotionDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      open={open}
      onOpenChange={rest.onClose}
      finalFocus={finalFocus}
      title={t(promotion === 'new' ? 'promotionEditor.addTitle' : 'promotionEditor.editTitle')}
      className="sm:max-w-4xl!"
    >
      <PromotionEditor promotion={promotion === 'new' ? null : promotion} {...rest} />
    </Dialog>
  )
}

type PromotionEditorProps = Omit<PromotionDialogProps, 'open' | 'promotion' | 'finalFocus'> & {
  promotion: Promotion | null
}

// A component of its own, so that each opening starts with a new form.
function PromotionEditor({ promotion, today, onClose, onDelete }: PromotionEditorProps) {
  const { t, language } = useTranslation()
  const fieldError = useFieldError()
  // The day on which the dialog was opened, so that it does not change at midnight.
  const [openedOn] = useState(today)
  const editor = usePromotionEditor({ initialPromotion: promotion, today: openedOn, onDone: onClose })
  const { form, picture } = editor
  const values = useWatch({ control: form.control }) as PromotionForm
  return (
    <form noValidate onSubmit={(event) => void editor.submit(event)}>
      <EditorNotices editor={editor} gone={t('promotionEditor.gone')} />
      <div className="space-y-5">
        <PictureField
          label={t('menuImports.columns.imageUrl')}
          box="banner"
          preview={
            // The guests' view, hidden from screen readers: the fields contain the same.
            <div aria-hidden="true" className={SLIDE_HEIGHT}>
              <Slide
                promotion={{ ...values, id: 0, imageUrl: picture.chosen?.url ?? values.imageUrl }}
                language={language}
                eager
              />
            </div>
          }
          picture={picture}
          onRemove={() => form.setValue('imageUrl', '', { shouldDirty: true })}
          address={{
            label: t('promotionEditor.fields.imageUrl'),
            error: fieldError(form.formState.errors.imageUrl),
            url: values.imageUrl,
            field: form.register('imageUrl'),
          }}
        />
        <PromotionFields form={form} />
      </div>
      <EditorFooter
        remove={
          promotion && !editor.isNew ? { label: t('common.delete'), onPress: () => onDelete(promotion) } : undefined
        }
        saveLabel={t('common.save')}
        pending={editor.isPending}
        onCancel={() => {
          // A save under way may fail after the dialog has closed.
          if (!editor.isPending) editor.draft.drop()
          onClose()
        }}
      >
        <Switch
          label={t(values.isActive ? 'promotionEditor.active' : 'promotionEditor.inactive')}
          checked={values.isActive}
          onCheckedChange={(next) => form.setValue('isActive', next, { shouldDirty: true })}
        />
      </EditorFooter>
    </form>
  )
}

export type PromotionVisibility =
  /** `never`: none of its days is one of its weekdays. */
  | { is: 'off' | 'ended' | 'never' }
  /** `until`: its last minute today, if it has hours. */
  | { is: 'shown'; until: string | null }
  /** When it is shown next; without `time`, from the first minute of the day. */
  | { is: 'later'; day: string; time: string | null; isToday: boolean; isTomorrow: boolean }

/** Whether guests see a promotion, and if not, when they will (docs/product/promotions.md#promotions-standing). */
export function promotionVisibility(promotion: PromotionWindow, moment: Date, timeZone: string): PromotionVisibility {
  if (!promotion.isActive) return { is: 'off' }
  if (isShown(promotion, moment, timeZone)) return { is: 'shown', until: promotion.endHour }
  const now = localTime(moment, timeZone)
  if (!nextWeekday(promotion, promotion.startDate)) return { is: 'never' }
  const day = nextWeekday(promotion, firstPossibleDay(promotion, now))
  if (!day) return { is: 'ended' }
  const isTomorrow = day === addDays(now.day, 1)
  return { is: 'later', day, time: promotion.startHour, isToday: day === now.day, isTomorrow }
}

/** The next day on which the promotion would begin to be shown, ignoring its last day and its weekdays. */
function firstPossibleDay({ startDate, startHour }: PromotionWindow, { day, time }: LocalTime): string {
  if (day < startDate) return startDate
  return startHour !== null && time < startHour ? day : addDays(day, 1)
}

export function visibilityText(visibility: PromotionVisibility, t: TFunction, language: Language): string {
  switch (visibility.is) {
    case 'off':
    case 'ended':
    case 'never':
      return t(`promotionEditor.standing.${visibility.is}`)
    case 'shown':
      return visibility.until === null
        ? t('promotionEditor.standing.shown')
        : t('promotionEditor.standing.shownUntil', { time: visibility.until })
    case 'later': {
      const { time, isToday, isTomorrow } = visibility
      const day = formatDay(visibility.day, language)
      // Only a promotion with hours can begin later today, so `time` is set.
      if (isToday) return t('promotionEditor.standing.today', { time })
      if (isTomorrow)
        return time ? t('promotionEditor.standing.tomorrowAt', { time }) : t('promotionEditor.standing.tomorrow')
      return time ? t('promotionEditor.standing.fromAt', { day, time }) : t('promotionEditor.standing.from', { day })
    }
  }
}

/** The days of a promotion: one day, or the first and the last; a line breaks only between them. */
export function daysText(
  { startDate, endDate }: Pick<PromotionTimes, 'startDate' | 'endDate'>,
  language: Language,
): string {
  const [first = '', last] = [startDate, endDate].map((day) => formatDay(day, language).replaceAll(' ', '\u00a0'))
  return first === last ? first : `${first}\u00a0– ${last}`
}

/** The weekdays of a promotion, such as Mon, Wed, Fri or Mon–Fri; empty for all seven. */
export function weekdaysText({ weekdays }: Pick<PromotionTimes, 'weekdays'>, language: Language): string {
  if (weekdays.length === WEEKDAYS.length) return ''
  const name = (weekday: number) => weekdayName(weekday, 'short', language)
  const [first = 0, last = 0] = [weekdays[0], weekdays.at(-1)]
  const isRange = weekdays.length > 2 && last - first === weekdays.length - 1
  return isRange ? `${name(first)}–${name(last)}` : weekdays.map(name).join(', ')
}

/** The hours of a promotion, such as 12:00–16:00; empty for a whole day. */
export function promotionHours({ startHour, endHour }: Pick<PromotionTimes, 'startHour' | 'endHour'>): string {
  return startHour && endHour ? `${startHour}–${endHour}` : ''
}
