import { useEffect, useState } from 'react'
import type { MenuCategory, MenuItem } from '#shared/contracts/menu/menu.ts'
import type { DishInput } from '#shared/contracts/menu/menu-editing.ts'
import { nameIn } from '#shared/domain/language.ts'
import { fieldsOf } from '../../kit/fields.tsx'
import { FormContext } from '../../kit/form.ts'
import { errorMessage } from '../../lib/api/request-error.ts'
import { useBothLanguages } from '../../lib/changes/both-languages.tsx'
import { EditorForm } from '../../lib/changes/editor-form.tsx'
import { toastFailure } from '../../lib/changes/send-change.ts'
import { useEditor } from '../../lib/changes/use-editor.ts'
import { useAfterPaint } from '../../lib/loading/list.tsx'
import { Button, cx, Dialog, language, t } from '../../ui/index.ts'
import { DishPicture, PictureField, usePictureChoice } from '../pictures/index.ts'
import { SERVED_HOURS } from './category-form.tsx'
import { NutritionFields } from './declaration-fields.tsx'
import { DishFields } from './dish-fields.tsx'
import { changeOfDish, type DishForm, dishForm, parseDish } from './dish-form.ts'
import { DishOptions } from './options/dish-options.tsx'
import { dishList } from './owners-menu.ts'

const { Week, Yes } = fieldsOf(dishForm)

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
  const [firstName] = useBothLanguages().pair('name')
  const dish = edited === 'new' ? null : edited
  const picture = usePictureChoice('image_too_large')
  const editor = useEditor<DishForm, DishInput, MenuItem>({
    name: `dish.${dish?.id ?? 'new'}`,
    ...{ resolver: dishForm.resolver, valuesOf: dishForm.valuesOf, saved: dish },
    start: { ...dishForm.valuesOf({}), ...after },
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
  const [said] = useState(() => new Map())
  useEffect(() => {
    if (after) form.setFocus(firstName)
  }, [after, form, firstName])
  return (
    <FormContext value={{ form, maxLengthOf: dishForm.maxLengthOf, said }}>
      <EditorForm
        editor={editor}
        gone={t('menuEditor.gone')}
        versions={{ title: t('menuEditor.conflict.title'), fields: [...said.values()] }}
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
            <DishFields categories={categories} />
            {isPainted && <DishOptions dish={dish} />}
            {isPainted && <Week {...SERVED_HOURS} />}
          </div>
          <div className="space-y-5">
            <Photo dish={dish} picture={picture} />
            {isPainted && <NutritionFields />}
          </div>
        </div>
        <div className="mt-6">
          <Yes name="isActive" label="menuEditor.fields.isActive" saidOff="menuEditor.isHidden" />
        </div>
      </EditorForm>
    </FormContext>
  )
}

/** The picture, or what guests see without one. */
function Photo({ dish, picture }: { dish: MenuItem | null; picture: ReturnType<typeof usePictureChoice> }) {
  const shown = dishForm.useValues(({ imageUrl, tags }) => ({ imageUrl, tags }))
  return (
    <PictureField
      box="photo"
      preview={
        picture.chosen ? (
          <img src={picture.chosen.url} alt={t('pictureChoice.chosen')} className="size-full object-cover" />
        ) : (
          <DishPicture
            dish={{ name: '', nameRo: '', ...dish, id: dish?.id ?? 0, ...shown }}
            sizes="(min-width: 64rem) 320px, 92vw"
            className="size-full"
          />
        )
      }
      picture={picture}
    />
  )
}
