import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { MenuCategory, MenuItem } from '#shared/contracts/menu/menu.ts'
import type { DishInput } from '#shared/contracts/menu/menu-editing.ts'
import { nameIn } from '#shared/domain/language.ts'
import { errorMessage } from '../../lib/api/request-error.ts'
import { useIsWide } from '../../lib/browser/environment.ts'
import { EditorForm } from '../../lib/changes/editor-form.tsx'
import { toastFailure } from '../../lib/changes/send-change.ts'
import { useEditor } from '../../lib/changes/use-editor.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { Button, Dialog, Switch, useTranslation } from '../../ui/index.ts'
import { DishPicture, PictureField, usePictureChoice } from '../pictures/index.ts'
import { DishServedHours, NutritionFields } from './declaration-fields.tsx'
import { DishFields } from './dish-fields.tsx'
import {
  changeOfDish,
  copyOfDish,
  type DishForm,
  dishResolver,
  EMPTY_DISH,
  formOfDish,
  parseDish,
  useFieldTexts,
} from './dish-form.ts'
import { DishOptions } from './options/dish-options.tsx'
import { useAddDish, useOptionGroups, useSaveDish, useUploadPicture } from './owners-menu.ts'

/** The dish in the dialog; `new`, or `set` for a set menu, to add one, perhaps with the values of another one. */
export type EditedDish = MenuItem | 'new' | 'set' | { copyOf: MenuItem }

export const isStored = (edited: EditedDish): edited is MenuItem => typeof edited === 'object' && !('copyOf' in edited)

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

type Another = Pick<DishForm, 'category' | 'categoryRo'>

export function DishDialog({ open, finalFocus, ...props }: DishDialogProps) {
  const { t, language } = useTranslation()
  const { dish } = props
  /** Those that were added one after another, and the category of the next one. */
  const [others, setOthers] = useState<Another[]>([])
  return (
    <Dialog
      open={open}
      onOpenChange={props.onClose}
      title={isStored(dish) ? nameIn(language, dish) : t(dish === 'set' ? 'menuOptions.newSet' : 'menuEditor.addTitle')}
      className="sm:max-w-5xl!"
      finalFocus={finalFocus}
    >
      <DishEditor
        // A new set menu stays open when it is saved.
        key={isStored(dish) ? dish.id : `new ${others.length}`}
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
function DishEditor({ dish: edited, categories, after, onClose, onDelete, onSetMenu, onAnother }: DishEditorProps) {
  const { t, language } = useTranslation()
  const { currency, language: restaurantLanguage } = useSettings()
  const isRomanian = restaurantLanguage === 'ro'
  const fields = useFieldTexts()
  const dish = isStored(edited) ? edited : null
  const isSet = edited === 'set'
  const copied = typeof edited === 'object' && 'copyOf' in edited ? edited.copyOf : null
  const { data: groups = [] } = useOptionGroups()
  const [start] = useState((): DishForm => {
    if (!copied) return { ...EMPTY_DISH, ...after, isSetMenu: isSet, isActive: !isSet }
    const copy = copyOfDish(copied, (name) => t('menuEditor.copyName', { name }), isRomanian)
    // A copy has no groups that are the other dish's own.
    const isShared = (id: number) => groups.some((group) => group.id === id && group.dishId === null)
    return { ...copy, optionGroupIds: copy.optionGroupIds.filter(isShared) }
  })
  const { mutateAsync: add } = useAddDish()
  const { mutateAsync: change } = useSaveDish()
  const { mutateAsync: upload } = useUploadPicture()
  const picture = usePictureChoice('image_too_large')
  const editor = useEditor<DishForm, DishInput, MenuItem>({
    name: `dish.${dish?.id ?? (copied ? `copy-${copied.id}` : isSet ? 'set' : 'new')}`,
    resolver: dishResolver({ currency, isRomanian }),
    saved: dish,
    valuesOf: (one) => formOfDish(one, isRomanian),
    start,
    versions: { code: 'dish_changed', field: 'item', parse: parseDish },
    picture,
    add: (input, key) => add({ input, key }),
    change: async (changed, item, input) =>
      Object.keys(changed).length === 0 ? item : change({ item, input: changeOfDish(changed, input) }),
    onFailure(error, { isOpen, input }) {
      if (isOpen) toastFailure(t('common.error'), error, t('errors.internal'))
      else toastFailure(t('menuEditor.notSaved', { name: nameIn(language, input) }), error)
    },
    async afterSave(saved) {
      const chosen = picture.latest()
      if (!chosen) return saved
      try {
        return await picture.send(chosen, (file, onProgress) => upload({ dish: saved, file, onProgress }))
      } catch (error) {
        picture.showError(errorMessage(error), t('menuEditor.pictureKept'))
        toastFailure(t('pictureChoice.failed'), error, t('pictureChoice.failedDescription'))
        return null
      }
    },
    savedText: (saved) => t('common.saved', { name: nameIn(language, saved) }),
    onDone: (saved) => (!dish && saved.isSetMenu ? onSetMenu(saved) : onClose()),
  })
  const { form } = editor
  const [imageUrl, isActive, tags, isSetMenu] = useWatch({
    control: form.control,
    name: ['imageUrl', 'isActive', 'tags', 'isSetMenu'],
  })
  useEffect(() => {
    if (after) form.setFocus(isRomanian ? 'nameRo' : 'name')
  }, [after, form, isRomanian])
  const isWide = useIsWide('40rem')
  const options = <DishOptions form={form} dish={dish} />
  const shownSwitch = (
    <Switch
      label={t('menuEditor.fields.isActive')}
      checked={isActive}
      onCheckedChange={(next) => form.setValue('isActive', next)}
    />
  )
  return (
    <EditorForm
      editor={editor}
      gone={t('menuEditor.gone')}
      versions={{ title: t('menuEditor.conflict.title'), fields }}
      remove={dish && !editor.isNew && { label: t('common.delete'), onPress: () => onDelete(dish) }}
      onCancel={onClose}
      footer={isWide && shownSwitch}
      extra={
        !dish &&
        !isSet && (
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
            form={form}
            addressLabel={t('menuEditor.fields.imageUrl')}
          />
          <NutritionFields form={form} />
        </div>
      </div>
      {/* On a phone it would take a second row of the footer. */}
      {!isWide && <div className="mt-6">{shownSwitch}</div>}
    </EditorForm>
  )
}
