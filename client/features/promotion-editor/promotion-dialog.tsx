import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { Promotion } from '#shared/contracts/promotions.ts'
import { PictureAddressField, PictureField } from '../../entities/picture-choice/index.ts'
import { SLIDE_HEIGHT, Slide } from '../../entities/promotions/index.ts'
import { useFieldError } from '../../lib/api/field-error.ts'
import { useLanguage } from '../../lib/words/use-language.ts'
import { Switch } from '../../ui/inputs/switch.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { EditorFooter } from '../../ui/overlays/editor-footer.tsx'
import { useOpenings } from '../../ui/overlays/use-openings.ts'
import { useWhileOpen } from '../../ui/overlays/use-while-open.ts'
import { MidnightNotice, SecondNotice } from './midnight-notice.tsx'
import { PromotionFields } from './promotion-fields.tsx'
import type { PromotionForm } from './promotion-form.ts'
import { usePromotionEditor } from './use-promotion-editor.ts'

interface PromotionDialogProps {
  /** `new` for one that is to be added; null while none is open. */
  promotion: Promotion | 'new' | null
  /** YYYY-MM-DD, at the restaurant. */
  today: string
  onClose: () => void
  onDelete: (promotion: Promotion) => void
}

/** Adds or changes a promotion. */
export function PromotionDialog({ promotion, ...rest }: PromotionDialogProps) {
  const { t } = useTranslation()
  const shown = useWhileOpen(promotion !== null, promotion)
  const opening = useOpenings(promotion !== null)
  return (
    <Dialog
      open={promotion !== null}
      onOpenChange={rest.onClose}
      title={t(shown === 'new' ? 'promotionEditor.addTitle' : 'promotionEditor.editTitle')}
      className="sm:max-w-4xl!"
    >
      {shown && <PromotionEditor key={opening} promotion={shown === 'new' ? null : shown} {...rest} />}
    </Dialog>
  )
}

type PromotionEditorProps = Omit<PromotionDialogProps, 'promotion'> & { promotion: Promotion | null }

// Its own component: each opening begins anew.
function PromotionEditor({ promotion, today, onClose, onDelete }: PromotionEditorProps) {
  const { t } = useTranslation()
  const said = useFieldError()
  const language = useLanguage()
  // The day on which it was opened: over midnight nothing changes under the eye.
  const [openedOn] = useState(today)
  const editor = usePromotionEditor({ start: promotion, today: openedOn, onDone: onClose })
  const { form, picture } = editor
  const typed = useWatch({ control: form.control }) as PromotionForm
  return (
    <form noValidate onSubmit={(event) => void editor.submit(event)}>
      {editor.isGone && (
        <p role="alert" className="mb-5 rounded-card border border-pending bg-pending-soft p-4 text-[15px]">
          {t('promotionEditor.gone')}
        </p>
      )}
      {editor.second && (
        <SecondNotice
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
            // As guests see it. What is read aloud stands in the fields.
            <div aria-hidden="true" className={SLIDE_HEIGHT}>
              <Slide
                promotion={{ ...typed, id: 0, imageUrl: picture.chosen?.url ?? typed.imageUrl }}
                language={language}
                eager
              />
            </div>
          }
          isStored={typed.imageUrl !== ''}
          picture={picture}
          onRemove={() => form.setValue('imageUrl', '', { shouldDirty: true })}
        />
        <PictureAddressField
          label={t('promotionEditor.fields.imageUrl')}
          error={said(form.formState.errors.imageUrl)}
          url={typed.imageUrl}
          field={form.register('imageUrl')}
        />
        <PromotionFields form={form} />
        <MidnightNotice times={typed} pending={editor.isPending} onSaveAsTwo={() => void editor.submitAsTwo()} />
      </div>
      <EditorFooter
        remove={
          promotion && !editor.isNew
            ? { label: t('promotionEditor.deleteConfirm'), onPress: () => onDelete(promotion) }
            : undefined
        }
        save={t('promotionEditor.save')}
        pending={editor.isPending}
        onCancel={onClose}
      >
        <Switch
          label={t(typed.isActive ? 'promotionEditor.active' : 'promotionEditor.inactive')}
          checked={typed.isActive}
          onCheckedChange={(next) => form.setValue('isActive', next, { shouldDirty: true })}
        />
      </EditorFooter>
    </form>
  )
}
