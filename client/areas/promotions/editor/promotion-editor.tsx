import { useState } from 'react'
import * as api from '#shared/contracts/promotion-editing.ts'
import { type PromotionInput, promotionInputSchema } from '#shared/contracts/promotion-editing.ts'
import type { Promotion } from '#shared/contracts/promotions.ts'
import { addDays } from '#shared/domain/time/local-time.ts'
import { WEEKDAYS } from '#shared/domain/time/promotion-window.ts'
import { weekdayName } from '#shared/i18n/format.ts'
import { Editor } from '../../../kit/editor.tsx'
import { fieldsOf } from '../../../kit/fields.tsx'
import { form, reader } from '../../../kit/form.ts'
import { uploadFile } from '../../../lib/api/files.ts'
import { errorMessage, RequestError } from '../../../lib/api/request-error.ts'
import { toastFailure } from '../../../lib/changes/send-change.ts'
import { language, t } from '../../../ui/index.ts'
import { PictureField, usePictureChoice } from '../../pictures/index.ts'
import { SLIDE_HEIGHT, Slide } from '../carousel.tsx'
import { promotionList } from './promotions.ts'

const promotionForm = form(
  promotionInputSchema,
  {
    ...{
      title: reader.text,
      titleRo: reader.text,
      description: reader.text,
      descriptionRo: reader.text,
      imageUrl: reader.text,
    },
    ...{ startDate: reader.text, endDate: reader.text, startHour: reader.text, endHour: reader.text },
    ...{ weekdays: reader.same<number[]>(), isActive: reader.same<boolean>() },
  },
  { both: ['title', 'description'] },
)
const { Both, Day, Time, Chips, Yes } = fieldsOf(promotionForm)

/** How long a new promotion runs, in days. */
const NEW_PROMOTION_DAYS = 30
const PICTURE_ERRORS = [
  ...['image_type', 'image_heic', 'image_avif', 'image_broken', 'image_pixels', 'promotion_image_too_large'],
]

type PictureChoice = ReturnType<typeof usePictureChoice>
type Sent = { file?: File; onProgress?: (sent: number) => void }

/** Adds and changes a promotion, with the picture that is chosen then. */
function requestsWith(picture: PictureChoice) {
  const send = (request: (sent: Sent) => Promise<Promotion>) => {
    const chosen = picture.latest()
    if (!chosen) return promotionList.send(() => request({}))
    return picture.send(chosen, (file, onProgress) => promotionList.send(() => request({ file, onProgress })))
  }
  return {
    add: ({ isActive, ...input }: PromotionInput, key: string) =>
      send((sent) => {
        const fields = { ...input, isActive: isActive ? ('true' as const) : ('false' as const) }
        return uploadFile(api.createPromotion, { fields, headers: { 'Idempotency-Key': key }, ...sent })
      }),
    save: ({ id }: Promotion, changed: Partial<PromotionInput>) =>
      send((sent) => {
        const fields = { data: JSON.stringify(changed) }
        return uploadFile(api.changePromotion, { params: { id: String(id) }, fields, ...sent })
      }),
  }
}

/** Says at the picture, or else in a toast, why nothing was saved. */
function showFailure(picture: PictureChoice, error: unknown, { isOpen, isNew }: { isOpen: boolean; isNew: boolean }) {
  const refusal = error instanceof RequestError ? error : undefined
  const isOfPicture = isOpen && PICTURE_ERRORS.includes(refusal?.code ?? '')
  if (isOfPicture || (isOpen && picture.latest()))
    picture.showError(errorMessage(error), t('promotionEditor.pictureKept'))
  if (isOfPicture) toastFailure(t('pictureChoice.failed'), error, t('pictureChoice.failedDescription'))
  else if (!isNew) toastFailure(t('promotionEditor.updateFailed'), error)
  else {
    const hasMessage = !refusal || refusal.serverMessage
    toastFailure(t('common.error'), error, hasMessage ? undefined : t('promotionEditor.createFailed'))
  }
}

interface PromotionEditorProps {
  /** The promotion to change; null to add one. */
  promotion: Promotion | null
  /** The restaurant's day, YYYY-MM-DD: a new promotion runs from it, all day, every day of the week. */
  today: string
  onClose: (entry?: Promotion) => void
}

/** The form that adds or changes a promotion. */
export function PromotionEditor({ promotion, today, onClose }: PromotionEditorProps) {
  // The day on which the dialog was opened, so that it does not change at midnight.
  const [start] = useState(() =>
    promotionForm.valuesOf({
      startDate: today,
      endDate: addDays(today, NEW_PROMOTION_DAYS - 1),
      ...{ weekdays: [...WEEKDAYS], isActive: true },
    }),
  )
  const picture = usePictureChoice('promotion_image_too_large')
  const weekdays = WEEKDAYS.map((day) => ({ value: day, label: weekdayName(day, 'short', language) }))
  return (
    <Editor
      of={{ ...promotionList, ...requestsWith(picture) }}
      form={promotionForm}
      item={promotion}
      start={start}
      own={{ picture, onFailure: (error, form) => showFailure(picture, error, form) }}
      onDone={onClose}
      footer={<Yes name="isActive" label="promotionEditor.active" off="promotionEditor.inactive" />}
    >
      <Picture picture={picture} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Both name="title" label="promotionEditor.fields.title" />
        <Both name="description" label="menuEditor.fields.description" hint={false} rows={2} />
      </div>
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        <Day name="startDate" label="promotionEditor.fields.startDate" />
        <Day name="endDate" label="promotionEditor.fields.endDate" />
        <Time name="startHour" label="promotionEditor.fields.startHour" hint="promotionEditor.hints.startHour" />
        <Time name="endHour" label="promotionEditor.fields.endHour" hint="promotionEditor.hints.endHour" />
      </div>
      <Chips name="weekdays" label="promotionEditor.fields.weekdays" options={weekdays} />
    </Editor>
  )
}

/** The picture, on the guests' view of the present input. */
function Picture({ picture }: { picture: PictureChoice }) {
  const values = promotionForm.useValues()
  const imageUrl = picture.chosen?.url ?? values.imageUrl
  return (
    <PictureField
      box="banner"
      preview={
        // Hidden from screen readers: the fields contain the same.
        <div aria-hidden="true" className={SLIDE_HEIGHT}>
          <Slide promotion={{ ...values, id: 0, imageUrl }} eager />
        </div>
      }
      picture={picture}
    />
  )
}
