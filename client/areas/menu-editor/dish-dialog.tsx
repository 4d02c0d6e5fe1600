import { type RefObject, useState } from 'react'
import type { MenuCategory, MenuItem } from '#shared/contracts/menu/menu.ts'
import type { DishInput } from '#shared/contracts/menu/menu-editing.ts'
import { nameIn } from '#shared/domain/language.ts'
import { type Edited, Editor } from '../../kit/editor.tsx'
import { fieldsOf } from '../../kit/fields.tsx'
import { errorMessage } from '../../lib/api/request-error.ts'
import { toastFailure } from '../../lib/changes/send-change.ts'
import { useAfterPaint } from '../../lib/loading/list.tsx'
import { Button, cx, Dialog, language, t } from '../../ui/index.ts'
import { DishPicture, PictureField, usePictureChoice } from '../pictures/index.ts'
import { NameFocused, SERVED_HOURS } from './category-form.tsx'
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
  /** What gets the focus once the dish is deleted. */
  focusAfter: RefObject<HTMLElement | null>
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

/** What the form adds to, changes and deletes from. */
const edits: Edited<MenuItem, DishInput> = {
  ...dishList,
  draft: 'dish',
  words: 'menuEditor',
  nameOf: (dish) => nameIn(language, dish),
  save: async (dish, changed, input) =>
    Object.keys(changed).length === 0 ? dish : dishList.save(dish, changeOfDish(changed, input)),
  versions: { code: 'dish_changed', field: 'item', parse: parseDish },
}

/** Saves the fields first and the picture after them (docs/product/menu.md#menu-tab). */
function DishEditor({ dish: edited, categories, after, onClose, onAnother, focusAfter }: DishEditorProps) {
  const dish = edited === 'new' ? null : edited
  const picture = usePictureChoice('image_too_large')
  const isPainted = useAfterPaint()
  return (
    <Editor
      of={edits}
      form={dishForm}
      item={dish}
      start={{ ...dishForm.valuesOf({}), ...after }}
      own={{
        picture,
        onFailure(error, { isOpen, input }) {
          if (isOpen) toastFailure(t('common.error'), error, t('errors.internal'))
          else toastFailure(t('menuEditor.notSaved', { name: nameIn(language, input) }), error)
        },
        afterSave: (saved) => sendPicture(picture, saved),
      }}
      onDone={onClose}
      focusAfter={focusAfter}
      extra={(editor) =>
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
      className="space-y-6"
    >
      {after && <NameFocused />}
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
      <Yes name="isActive" label="menuEditor.fields.isActive" saidOff="menuEditor.isHidden" />
    </Editor>
  )
}

type PictureChoice = ReturnType<typeof usePictureChoice>

/** Sends the chosen picture of a dish that is saved. @returns the dish; null if that failed */
async function sendPicture(picture: PictureChoice, dish: MenuItem): Promise<MenuItem | null> {
  const chosen = picture.latest()
  if (!chosen) return dish
  try {
    return await picture.send(chosen, (file, onProgress) => dishList.sendPicture({ dish, file, onProgress }))
  } catch (error) {
    picture.showError(errorMessage(error), t('menuEditor.pictureKept'))
    toastFailure(t('pictureChoice.failed'), error, t('pictureChoice.failedDescription'))
    return null
  }
}

/** The picture, or what guests see without one. */
function Photo({ dish, picture }: { dish: MenuItem | null; picture: PictureChoice }) {
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
