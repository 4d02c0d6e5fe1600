import { useEffect, useRef } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { MenuCategory, MenuItem } from '#shared/contracts/menu/menu.ts'
import { DraftNotice } from '../../lib/changes/draft-notice.tsx'
import { useFieldError } from '../../lib/changes/field-error.ts'
import { Switch } from '../../ui/inputs/switch.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { EditorFooter } from '../../ui/overlays/editor-footer.tsx'
import { useOpeningCount, useWhileOpen } from '../../ui/overlays/opening.ts'
import { Button } from '../../ui/parts/button.tsx'
import { DishPicture, PictureAddressField, PictureField } from '../pictures/index.ts'
import { NutritionFields } from './declaration-fields.tsx'
import { DishFields } from './dish-fields.tsx'
import { type DishForm, dishConflicts, formOfDish, useFieldTexts } from './dish-form.ts'
import { type DishEditorForm, useDishEditor } from './use-dish-editor.ts'

interface ConflictNoticeProps {
  form: DishEditorForm
  /** The dish when this form was opened. */
  before: DishForm
  /** The dish as somebody else has saved it since. */
  theirs: DishForm
  pending: boolean
  onTakeTheirs: () => void
  onSaveMine: () => void
}

/**
 * Shows both versions of a dish that somebody else has saved meanwhile, with a choice
 * (docs/product/menu.md#menu-two-versions).
 */
function ConflictNotice({ form, before, theirs, pending, onTakeTheirs, onSaveMine }: ConflictNoticeProps) {
  const { t } = useTranslation()
  const { label, value } = useFieldTexts()
  const mine = useWatch({ control: form.control, compute: (values) => values })
  const notice = useRef<HTMLElement>(null)
  useEffect(() => {
    notice.current?.focus()
    notice.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <section
      ref={notice}
      tabIndex={-1}
      role="alert"
      aria-label={t('menuEditor.conflict.title')}
      className="mb-5 scroll-mt-4 rounded-card border border-pending bg-pending-soft p-4"
    >
      <h3 className="font-semibold text-pending">{t('menuEditor.conflict.title')}</h3>
      <p className="mt-1 text-[15px]">{t('menuEditor.conflict.description')}</p>
      <dl className="mt-3 divide-y divide-line rounded-[14px] border border-line bg-card">
        {dishConflicts(before, theirs, mine).map(({ field, isMine }) => (
          <div key={field} className="grid gap-x-4 gap-y-1 px-3.5 py-2.5 sm:grid-cols-[9rem_1fr_1fr]">
            <dt className="text-sm font-semibold">{label(field)}</dt>
            <dd className="min-w-0 text-[15px] break-words whitespace-pre-line">
              <span className="block text-[13px] text-muted">{t('menuEditor.conflict.theirs')}</span>
              {value(field, theirs)}
            </dd>
            <dd className="min-w-0 text-[15px] break-words whitespace-pre-line">
              <span className="block text-[13px] text-muted">{t('menuEditor.conflict.mine')}</span>
              {isMine ? value(field, mine) : <span className="text-muted">{t('menuEditor.conflict.notMine')}</span>}
            </dd>
          </div>
        ))}
      </dl>
      <div className="mt-3.5 flex flex-wrap gap-2.5">
        <Button variant="outline" disabled={pending} onClick={onTakeTheirs}>
          {t('menuEditor.conflict.takeTheirs')}
        </Button>
        <Button pending={pending} onClick={onSaveMine}>
          {t('menuEditor.conflict.saveMine')}
        </Button>
      </div>
    </section>
  )
}

/** The dish in the dialog; `new` to add one, perhaps with the values of another one. */
export type EditedDish = MenuItem | 'new' | { copyOf: MenuItem }

const isStored = (edited: EditedDish): edited is MenuItem => edited !== 'new' && !('copyOf' in edited)

interface DishDialogProps {
  /** Null while the dialog is closed. */
  dish: EditedDish | null
  categories: readonly MenuCategory[]
  onClose: () => void
  onDelete: (dish: MenuItem) => void
  /** What gets the focus after the dialog closes; null for what had it before. */
  finalFocus: () => HTMLElement | null
}

/** The dialog that adds or changes a dish. */
export function DishDialog({ dish, categories, onClose, onDelete, finalFocus }: DishDialogProps) {
  const { t } = useTranslation()
  const shownDish = useWhileOpen(dish !== null, dish)
  const opening = useOpeningCount(dish !== null)
  return (
    <Dialog
      open={dish !== null}
      onOpenChange={onClose}
      title={t(shownDish && isStored(shownDish) ? 'menuEditor.editTitle' : 'menuEditor.addTitle')}
      className="sm:max-w-5xl!"
      finalFocus={finalFocus}
    >
      {shownDish && (
        <DishEditor
          key={opening}
          dish={isStored(shownDish) ? shownDish : null}
          copyOf={typeof shownDish === 'object' && 'copyOf' in shownDish ? shownDish.copyOf : null}
          categories={categories}
          onClose={onClose}
          onDelete={onDelete}
        />
      )}
    </Dialog>
  )
}

interface DishEditorProps extends Omit<DishDialogProps, 'dish' | 'finalFocus'> {
  /** Null for a new dish. */
  dish: MenuItem | null
  /** The dish whose values a new one begins with. */
  copyOf: MenuItem | null
}

// A separate component, so that its state is reset each time the dialog opens.
function DishEditor({ dish, copyOf, categories, onClose, onDelete }: DishEditorProps) {
  const { t } = useTranslation()
  const fieldError = useFieldError()
  const editor = useDishEditor(dish, copyOf, onClose)
  const { form, picture, theirs } = editor
  const [imageUrl, isActive, tags] = useWatch({ control: form.control, name: ['imageUrl', 'isActive', 'tags'] })
  return (
    <form noValidate onSubmit={(event) => void editor.submit(event)}>
      <DraftNotice draft={editor.draft} />
      {editor.isGone && (
        <p role="alert" className="mb-5 rounded-card border border-pending bg-pending-soft p-4 text-[15px]">
          {t('menuEditor.gone')}
        </p>
      )}
      {theirs && (
        <ConflictNotice
          before={editor.before}
          theirs={formOfDish(theirs)}
          form={form}
          pending={editor.isPending}
          onTakeTheirs={editor.takeTheirs}
          onSaveMine={() => void editor.saveMine()}
        />
      )}
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <DishFields form={form} categories={categories} />
        <div className="space-y-5">
          <PictureField
            label={t('pictureChoice.label')}
            box="photo"
            preview={
              picture.chosen ? (
                <img src={picture.chosen.url} alt={t('pictureChoice.chosen')} className="size-full object-cover" />
              ) : (
                <DishPicture
                  dish={{ name: '', nameRo: '', ...dish, id: dish?.id ?? 0, imageUrl, tags }}
                  sizes="(min-width: 64rem) 320px, 92vw"
                  className="size-full"
                />
              )
            }
            isStored={imageUrl !== ''}
            picture={picture}
            onRemove={() => form.setValue('imageUrl', '', { shouldDirty: true })}
          />
          <PictureAddressField
            label={t('menuEditor.fields.imageUrl')}
            error={fieldError(form.formState.errors.imageUrl)}
            url={imageUrl}
            field={form.register('imageUrl')}
          />
          <NutritionFields form={form} />
        </div>
      </div>
      <EditorFooter
        remove={
          dish && !editor.isNew ? { label: t('menuEditor.deleteConfirm'), onPress: () => onDelete(dish) } : undefined
        }
        saveLabel={t('menuEditor.save')}
        pending={editor.isPending}
        onCancel={() => {
          // A save under way may fail after the dialog has closed.
          if (!editor.isPending) editor.draft.drop()
          onClose()
        }}
        extra={
          !dish && (
            <Button variant="outline" pending={editor.isPending} onClick={() => void editor.saveAndAddAnother()}>
              {t('menuEditor.saveAndAdd')}
            </Button>
          )
        }
      >
        <Switch
          label={t('menuEditor.isShown')}
          checked={isActive}
          onCheckedChange={(next) => form.setValue('isActive', next, { shouldDirty: true })}
        />
      </EditorFooter>
    </form>
  )
}
