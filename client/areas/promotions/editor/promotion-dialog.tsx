import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { Promotion } from '#shared/contracts/promotions.ts'
import { DraftNotice } from '../../../lib/changes/draft-notice.tsx'
import { useFieldError } from '../../../lib/changes/field-error.ts'
import { useLanguage } from '../../../lib/words/use-language.ts'
import { Switch } from '../../../ui/inputs/switch.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { EditorFooter } from '../../../ui/overlays/editor-footer.tsx'
import { useOpenings } from '../../../ui/overlays/use-openings.ts'
import { useWhileOpen } from '../../../ui/overlays/use-while-open.ts'
import { PictureAddressField, PictureField } from '../../pictures/owner.ts'
import { SLIDE_HEIGHT, Slide } from '../carousel.tsx'
import { MidnightNotice, SecondPromotionFailure } from './midnight-notice.tsx'
import { PromotionFields } from './promotion-fields.tsx'
import type { PromotionForm } from './promotion-form.ts'
import { usePromotionEditor } from './use-promotion-editor.ts'

interface PromotionDialogProps {
  /** The promotion to change; `new` to add one; null while the dialog is closed. */
  promotion: Promotion | 'new' | null
  /** The restaurant's day, YYYY-MM-DD. */
  today: string
  /** Returns the element to focus on closing; null for the one that had the focus before opening. */
  finalFocus: () => HTMLElement | null
  onClose: () => void
  onDelete: (promotion: Promotion) => void
}

/** The dialog to add or change a promotion. */
export function PromotionDialog({ promotion, finalFocus, ...rest }: PromotionDialogProps) {
  const { t } = useTranslation()
  const shownPromotion = useWhileOpen(promotion !== null, promotion)
  const opening = useOpenings(promotion !== null)
  return (
    <Dialog
      open={promotion !== null}
      onOpenChange={rest.onClose}
      finalFocus={finalFocus}
      title={t(shownPromotion === 'new' ? 'promotionEditor.addTitle' : 'promotionEditor.editTitle')}
      className="sm:max-w-4xl!"
    >
      {shownPromotion && (
        <PromotionEditor key={opening} promotion={shownPromotion === 'new' ? null : shownPromotion} {...rest} />
      )}
    </Dialog>
  )
}

type PromotionEditorProps = Omit<PromotionDialogProps, 'promotion' | 'finalFocus'> & { promotion: Promotion | null }

// A component of its own, so that each opening starts with a new form.
function PromotionEditor({ promotion, today, onClose, onDelete }: PromotionEditorProps) {
  const { t } = useTranslation()
  const fieldError = useFieldError()
  const language = useLanguage()
  // The day on which the dialog was opened, so that it does not change at midnight.
  const [openedOn] = useState(today)
  const editor = usePromotionEditor({ initialPromotion: promotion, today: openedOn, onDone: onClose })
  const { form, picture } = editor
  const values = useWatch({ control: form.control }) as PromotionForm
  return (
    <form noValidate onSubmit={(event) => void editor.submit(event)}>
      <DraftNotice draft={editor.draft} />
      {editor.isGone && (
        <p role="alert" className="mb-5 rounded-card border border-pending bg-pending-soft p-4 text-[15px]">
          {t('promotionEditor.gone')}
        </p>
      )}
      {editor.second && (
        <SecondPromotionFailure
          reason={editor.second.reason}
          pending={editor.isPending}
          onTryAgain={() => void editor.retrySecond()}
        />
      )}
      <div className="space-y-5">
        <PictureField
          label={t('pictureChoice.label')}
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
          isStored={values.imageUrl !== ''}
          picture={picture}
          onRemove={() => form.setValue('imageUrl', '', { shouldDirty: true })}
        />
        <PictureAddressField
          label={t('promotionEditor.fields.imageUrl')}
          error={fieldError(form.formState.errors.imageUrl)}
          url={values.imageUrl}
          field={form.register('imageUrl')}
        />
        <PromotionFields form={form} />
        <MidnightNotice times={values} pending={editor.isPending} onSaveAsTwo={() => void editor.submitAsTwo()} />
      </div>
      <EditorFooter
        remove={
          promotion && !editor.isNew
            ? { label: t('promotionEditor.deleteConfirm'), onPress: () => onDelete(promotion) }
            : undefined
        }
        saveLabel={t('promotionEditor.save')}
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
