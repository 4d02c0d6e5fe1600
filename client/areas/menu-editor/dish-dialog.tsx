import { useWatch } from 'react-hook-form'
import type { MenuCategory, MenuItem } from '#shared/contracts/menu/menu.ts'
import { nameIn } from '#shared/domain/language.ts'
import { useIsWide } from '../../lib/browser/environment.ts'
import { EditorNotices } from '../../lib/changes/draft-notice.tsx'
import { useFieldError } from '../../lib/changes/field-error.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { Button, Dialog, EditorFooter, Switch, useTranslation } from '../../ui/index.ts'
import { DishPicture, PictureField } from '../pictures/index.ts'
import { ConflictNotice } from './conflict-notice.tsx'
import { DishServedHours, NutritionFields } from './declaration-fields.tsx'
import { DishFields } from './dish-fields.tsx'
import { dishConflicts, formOfDish, useDishEditor, useFieldTexts } from './dish-form.ts'
import { DishOptions } from './options/dish-options.tsx'

function DishConflictNotice({ editor }: { editor: ReturnType<typeof useDishEditor> }) {
  const { t } = useTranslation()
  const { label, value } = useFieldTexts()
  const mine = useWatch({ control: editor.form.control, compute: (values) => values })
  const theirs = formOfDish(editor.theirs as MenuItem, useSettings().language === 'ro')
  return (
    <ConflictNotice
      title={t('menuEditor.conflict.title')}
      rows={dishConflicts(editor.before, theirs, mine).map(({ field, isMine }) => ({
        label: label(field),
        theirs: value(field, theirs),
        mine: isMine ? value(field, mine) : null,
      }))}
      pending={editor.isPending}
      onTakeTheirs={editor.takeTheirs}
      onSaveMine={() => void editor.saveMine()}
    />
  )
}

/** The dish in the dialog; `new`, or `set` for a set menu, to add one, perhaps with the values of another one. */
export type EditedDish = MenuItem | 'new' | 'set' | { copyOf: MenuItem }

const isStored = (edited: EditedDish): edited is MenuItem => typeof edited === 'object' && !('copyOf' in edited)

interface DishDialogProps {
  open: boolean
  dish: EditedDish
  categories: readonly MenuCategory[]
  onClose: () => void
  onDelete: (dish: MenuItem) => void
  /** Called with a new set menu when it is saved: it gets its courses then. */
  onSetMenu: (dish: MenuItem) => void
  /** What gets the focus after the dialog closes; null for what had it before. */
  finalFocus: () => HTMLElement | null
}

export function DishDialog({ open, dish, categories, onClose, onDelete, onSetMenu, finalFocus }: DishDialogProps) {
  const { t, language } = useTranslation()
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={isStored(dish) ? nameIn(language, dish) : t(dish === 'set' ? 'menuOptions.newSet' : 'menuEditor.addTitle')}
      className="sm:max-w-5xl!"
      finalFocus={finalFocus}
    >
      <DishEditor
        // A new set menu stays open when it is saved.
        key={isStored(dish) ? dish.id : ''}
        isSet={dish === 'set'}
        dish={isStored(dish) ? dish : null}
        copyOf={typeof dish === 'object' && 'copyOf' in dish ? dish.copyOf : null}
        categories={categories}
        onClose={onClose}
        onDelete={onDelete}
        onSetMenu={onSetMenu}
      />
    </Dialog>
  )
}

interface DishEditorProps extends Omit<DishDialogProps, 'open' | 'dish' | 'finalFocus'> {
  dish: MenuItem | null
  /** The dish whose values a new one begins with. */
  copyOf: MenuItem | null
  isSet: boolean
}

// A separate component, so that its state is reset each time the dialog opens.
function DishEditor({ dish, copyOf, isSet, categories, onClose, onDelete, onSetMenu }: DishEditorProps) {
  const { t } = useTranslation()
  const fieldError = useFieldError()
  const editor = useDishEditor(dish, copyOf, isSet, (saved) =>
    !dish && saved.isSetMenu ? onSetMenu(saved) : onClose(),
  )
  const { form, picture } = editor
  const [imageUrl, isActive, tags] = useWatch({ control: form.control, name: ['imageUrl', 'isActive', 'tags'] })
  const isSetMenu = useWatch({ control: form.control, name: 'isSetMenu' })
  const options = <DishOptions form={form} dish={dish} />
  const isWide = useIsWide('40rem')
  const shownSwitch = (
    <Switch
      label={t('menuEditor.fields.isActive')}
      checked={isActive}
      onCheckedChange={(next) => form.setValue('isActive', next, { shouldDirty: true })}
    />
  )
  return (
    <form noValidate onSubmit={(event) => void editor.submit(event)}>
      <EditorNotices editor={editor} gone={t('menuEditor.gone')} />
      {editor.theirs && <DishConflictNotice editor={editor} />}
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0 space-y-6">
          {isSetMenu && dish && options}
          <DishFields form={form} categories={categories} />
          {!(isSetMenu && dish) && options}
          <DishServedHours form={form} categories={categories} />
        </div>
        <div className="space-y-5">
          <PictureField
            label={t('menuImports.columns.imageUrl')}
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
            picture={picture}
            onRemove={() => form.setValue('imageUrl', '', { shouldDirty: true })}
            address={{
              label: t('menuEditor.fields.imageUrl'),
              error: fieldError(form.formState.errors.imageUrl),
              url: imageUrl,
              field: form.register('imageUrl'),
            }}
          />
          <NutritionFields form={form} />
        </div>
      </div>
      {/* On a phone it would take a second row of the footer. */}
      {!isWide && <div className="mt-6">{shownSwitch}</div>}
      <EditorFooter
        remove={dish && !editor.isNew ? { label: t('common.delete'), onPress: () => onDelete(dish) } : undefined}
        saveLabel={t('common.save')}
        pending={editor.isPending}
        onCancel={() => {
          // A save under way may fail after the dialog has closed.
          if (!editor.isPending) editor.draft.drop()
          onClose()
        }}
        extra={
          !dish &&
          !isSet && (
            <Button variant="outline" pending={editor.isPending} onClick={() => void editor.saveAndAddAnother()}>
              {t('menuEditor.saveAndAdd')}
            </Button>
          )
        }
      >
        {isWide && shownSwitch}
      </EditorFooter>
    </form>
  )
}
