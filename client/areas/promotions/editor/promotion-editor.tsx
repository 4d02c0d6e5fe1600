import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { Controller, type Resolver, type UseFormReturn, useWatch } from 'react-hook-form'
import * as api from '#shared/contracts/promotion-editing.ts'
import {
  PROMOTION_DESCRIPTION_MAX,
  PROMOTION_TITLE_MAX,
  type PromotionInput,
  promotionInputSchema,
} from '#shared/contracts/promotion-editing.ts'
import type { Promotion } from '#shared/contracts/promotions.ts'
import { titleIn } from '#shared/domain/language.ts'
import { pick } from '#shared/domain/objects.ts'
import { addDays } from '#shared/domain/time/local-time.ts'
import { WEEKDAYS } from '#shared/domain/time/promotion-window.ts'
import { weekdayName } from '#shared/i18n/format.ts'
import { uploadFile } from '../../../lib/api/files.ts'
import { errorMessage, RequestError } from '../../../lib/api/request-error.ts'
import { TextPair, useBothLanguages, withoutCopies, withRomanian } from '../../../lib/changes/both-languages.tsx'
import { EditorForm } from '../../../lib/changes/editor-form.tsx'
import { fieldError, fieldProps } from '../../../lib/changes/field-error.ts'
import { toastFailure } from '../../../lib/changes/send-change.ts'
import { useEditor } from '../../../lib/changes/use-editor.ts'
import { DateInput, language, Switch, TextField, TimeInput, ToggleChips, t } from '../../../ui/index.ts'
import { PictureField, usePictureChoice } from '../../pictures/index.ts'
import { SLIDE_HEIGHT, Slide } from '../carousel.tsx'
import { useSavePromotion } from './promotions.ts'

type PromotionForm = ReturnType<typeof newPromotion>

/** How long a new promotion runs, in days. */
const NEW_PROMOTION_DAYS = 30

/** A new promotion: from today for 30 days, all day, every day of the week, active. @param today YYYY-MM-DD, at the restaurant */
function newPromotion(today: string) {
  return {
    ...{ title: '', titleRo: '', description: '', descriptionRo: '', imageUrl: '' },
    startDate: today,
    endDate: addDays(today, NEW_PROMOTION_DAYS - 1),
    ...{ startHour: '', endHour: '', weekdays: [...WEEKDAYS] as number[], isActive: true },
  }
}

function formOfPromotion(promotion: Promotion): PromotionForm {
  const fields = pick(promotion, Object.keys(newPromotion(promotion.startDate)) as (keyof PromotionForm)[])
  return { ...fields, startHour: fields.startHour ?? '', endHour: fields.endHour ?? '' }
}

function PromotionFields({ form }: { form: UseFormReturn<PromotionForm, PromotionForm, PromotionInput> }) {
  const register = fieldProps(form)
  const { errors } = form.formState
  const label = (field: 'title' | 'titleRo' | 'description' | 'descriptionRo') => t(`promotionEditor.fields.${field}`)
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
        <TextPair form={form} field="title" label={label} maxLength={PROMOTION_TITLE_MAX} />
        <TextPair
          form={form}
          field="description"
          label={label}
          hint={false}
          rows={2}
          maxLength={PROMOTION_DESCRIPTION_MAX}
        />
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

interface PromotionEditorProps {
  /** The promotion to change; null to add one. */
  promotion: Promotion | null
  /** The restaurant's day, YYYY-MM-DD. */
  today: string
  onClose: () => void
  onDelete: (promotion: Promotion) => void
}

const validate = zodResolver(promotionInputSchema)
const PICTURE_ERRORS = [
  ...['image_type', 'image_heic', 'image_avif', 'image_broken', 'image_pixels', 'promotion_image_too_large'],
]

/** The form that adds or changes a promotion. */
export function PromotionEditor({ promotion, today, onClose, onDelete }: PromotionEditorProps) {
  const { isRomanian } = useBothLanguages()
  // The day on which the dialog was opened, so that it does not change at midnight.
  const [start] = useState(() => newPromotion(today))
  const picture = usePictureChoice('promotion_image_too_large')
  const { mutateAsync: inTurn } = useSavePromotion()
  const resolver: Resolver<PromotionForm, PromotionForm, PromotionInput> = (values, context, options) => {
    const read = isRomanian ? withRomanian(values, ['title', 'description']) : values
    return validate(read, context, options as never) as never
  }
  type Sent = { file?: File; onProgress?: (sent: number) => void }
  const send = (request: (sent: Sent) => Promise<Promotion>) => {
    const chosen = picture.latest()
    if (!chosen) return inTurn(() => request({}))
    return picture.send(chosen, (file, onProgress) => inTurn(() => request({ file, onProgress })))
  }
  const editor = useEditor<PromotionForm, PromotionInput, Promotion>({
    name: `promotion.${promotion?.id ?? 'new'}`,
    resolver,
    saved: promotion,
    valuesOf: (saved) => formOfPromotion(withoutCopies(saved, ['title', 'description'], isRomanian)),
    start,
    picture,
    add: ({ isActive, ...input }, key) =>
      send((sent) => {
        const fields = { ...input, isActive: isActive ? ('true' as const) : ('false' as const) }
        return uploadFile(api.createPromotion, { fields, headers: { 'Idempotency-Key': key }, ...sent })
      }),
    change: (changed, { id }) =>
      send((sent) =>
        uploadFile(api.changePromotion, {
          params: { id: String(id) },
          fields: { data: JSON.stringify(changed) },
          ...sent,
        }),
      ),
    onFailure(error, { isOpen }) {
      const refusal = error instanceof RequestError ? error : undefined
      const isOfPicture = isOpen && PICTURE_ERRORS.includes(refusal?.code ?? '')
      if (isOfPicture || (isOpen && picture.latest()))
        picture.showError(errorMessage(error), t('promotionEditor.pictureKept'))
      if (isOfPicture) toastFailure(t('pictureChoice.failed'), error, t('pictureChoice.failedDescription'))
      else if (!editor.isNew) toastFailure(t('promotionEditor.updateFailed'), error)
      else {
        const hasMessage = !refusal || refusal.serverMessage
        toastFailure(t('common.error'), error, hasMessage ? undefined : t('promotionEditor.createFailed'))
      }
    },
    savedText: (saved) => t('common.saved', { name: titleIn(language, saved) }),
    onDone: onClose,
  })
  const { form } = editor
  const values = useWatch({ control: form.control }) as PromotionForm
  return (
    <EditorForm
      editor={editor}
      gone={t('promotionEditor.gone')}
      remove={promotion && !editor.isNew && { label: t('common.delete'), onPress: () => onDelete(promotion) }}
      onCancel={onClose}
      footer={
        <Switch
          label={t(values.isActive ? 'promotionEditor.active' : 'promotionEditor.inactive')}
          checked={values.isActive}
          onCheckedChange={(next) => form.setValue('isActive', next)}
        />
      }
      className="space-y-5"
    >
      <PictureField
        label={t('menuImports.columns.imageUrl')}
        box="banner"
        preview={
          // The guests' view, hidden from screen readers: the fields contain the same.
          <div aria-hidden="true" className={SLIDE_HEIGHT}>
            <Slide promotion={{ ...values, id: 0, imageUrl: picture.chosen?.url ?? values.imageUrl }} eager />
          </div>
        }
        picture={picture}
        form={form}
        addressLabel={t('promotionEditor.fields.imageUrl')}
      />
      <PromotionFields form={form} />
    </EditorForm>
  )
}
