import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { MenuCategory, MenuItem } from '#shared/contracts/menu/menu.ts'
import type { DishInput } from '#shared/contracts/menu/menu-editing.ts'
import { nameIn } from '#shared/domain/language.ts'
import { errorMessage } from '../../lib/api/request-error.ts'
import { useBothLanguages } from '../../lib/changes/both-languages.tsx'
import { EditorForm } from '../../lib/changes/editor-form.tsx'
import { toastFailure } from '../../lib/changes/send-change.ts'
import { useEditor } from '../../lib/changes/use-editor.ts'
import { useAfterPaint } from '../../lib/loading/list.tsx'
import { currency } from '../../lib/settings/settings.ts'
import { Button, cx, Dialog, language, Switch, t } from '../../ui/index.ts'
import { DishPicture, PictureField, usePictureChoice } from '../pictures/index.ts'
import { NutritionFields, ServedHoursField } from './declaration-fields.tsx'
import { DishFields } from './dish-fields.tsx'
import {
  changeOfDish,
  type DishForm,
  dishResolver,
  EMPTY_DISH,
  formOfDish,
  parseDish,
  useFieldTexts,
} from './dish-form.ts'
import { DishOptions } from './options/dish-options.tsx'
import { dishList } from './owners-menu.ts'

export type EditedDish = MenuItem | 'new'

interface DishDialogProps {
  open: boolean
  dish: EditedDish
  categories: readonly MenuCategory[]
  onClose: () => void
  onDelete: (dish: MenuItem) => void
  /** What gets the focus after the dialog closes; null for what had it before. */
  finalFocus: () => HTMLElement | null
}

type Another = Pick<DishForm, 'category' | 'categoryRo'>

export default function DishDialog({ open, finalFocus, ...props }: DishDialogProps) {
  const { dish } = props
  /** Those that were added one after another, and the category of the next one. */
  const [others, setOthers] = useState<Another[]>([])
  return (
    <Dialog
      open={open}
      onOpenChange={props.onClose}
      title={dish === 'new' ? t('menuEditor.addTitle') : nameIn(language, dish)}
      className="sm:max-w-5xl!"
      finalFocus={finalFocus}
    >
      <DishEditor
        key={others.length}
        {...props}
        after={others.at(-1)}
        onAnother={(next) => setOthers([...others, next])}
      />
    </Dialog>
  )
}

interface DishEditorProps extends Omit<DishDialogProps, 'open' | 'finalFocus'> {
  /** The one that was added just before. */
  after: Another | undefined
  onAnother: (added: Another) => void
}

/** Saves the fields first and the picture after them (docs/product/menu.md#menu-tab). */
function DishEditor({ dish: edited, categories, after, onClose, onDelete, onAnother }: DishEditorProps) {
  const { isRomanian, pair } = useBothLanguages()
  const [firstName] = pair('name')
  const fields = useFieldTexts()
  const dish = edited === 'new' ? null : edited
  const picture = usePictureChoice('image_too_large')
  const editor = useEditor<DishForm, DishInput, MenuItem>({
    name: `dish.${dish?.id ?? 'new'}`,
    resolver: dishResolver({ currency, isRomanian }),
    saved: dish,
    valuesOf: (one) => formOfDish(one, isRomanian),
    start: { ...EMPTY_DISH, ...after },
    versions: { code: 'dish_changed', field: 'item', parse: parseDish },
    picture,
    add: dishList.add,
    change: async (changed, item, input) =>
      Object.keys(changed).length === 0 ? item : dishList.save(item, changeOfDish(changed, input)),
    onFailure(error, { isOpen, input }) {
      if (isOpen) toastFailure(t('common.error'), error, t('errors.internal'))
      else toastFailure(t('menuEditor.notSaved', { name: nameIn(language, input) }), error)
    },
    async afterSave(saved) {
      const chosen = picture.latest()
      if (!chosen) return saved
      try {
        return await picture.send(chosen, (file, onProgress) => dishList.sendPicture({ dish: saved, file, onProgress }))
      } catch (error) {
        picture.showError(errorMessage(error), t('menuEditor.pictureKept'))
        toastFailure(t('pictureChoice.failed'), error, t('pictureChoice.failedDescription'))
        return null
      }
    },
    savedText: (saved) => t('common.saved', { name: nameIn(language, saved) }),
    onDone: onClose,
  })
  const { form } = editor
  const isPainted = useAfterPaint()
  const [imageUrl, isActive, tags] = useWatch({
    control: form.control,
    name: ['imageUrl', 'isActive', 'tags'],
  })
  useEffect(() => {
    if (after) form.setFocus(firstName)
  }, [after, form, firstName])
  return (
    <EditorForm
      editor={editor}
      gone={t('menuEditor.gone')}
      versions={{ title: t('menuEditor.conflict.title'), fields }}
      remove={dish && !editor.isNew && { label: t('common.delete'), onPress: () => onDelete(dish) }}
      onCancel={onClose}
      extra={
        !dish && (
          <Button
            variant="outline"
            pending={editor.isPending}
            onClick={() =>
              void editor.submit(undefined, (_, { category, categoryRo }) => onAnother({ category, categoryRo }))
            }
          >
            {t('menuEditor.saveAndAdd')}
          </Button>
        )
      }
    >
      {/* So high that the dialog has its height from its first frame on. */}
      <div className={cx('grid gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]', !isPainted && 'min-h-[75rem]')}>
        <div className="min-w-0 space-y-6">
          <DishFields form={form} categories={categories} />
          {isPainted && <DishOptions form={form} dish={dish} />}
          {isPainted && <ServedHoursField form={form} />}
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
            form={form}
            addressLabel={t('menuEditor.fields.imageUrl')}
          />
          {isPainted && <NutritionFields form={form} />}
        </div>
      </div>
      <div className="mt-6">
        <Switch
          label={t('menuEditor.fields.isActive')}
          checked={isActive}
          onCheckedChange={(next) => form.setValue('isActive', next)}
        />
      </div>
    </EditorForm>
  )
}
