import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import type { Resolver, UseFormReturn } from 'react-hook-form'
import { type MenuItem, menuItemSchema } from '#shared/contracts/menu/menu.ts'
import { type DishInput, dishInputSchema } from '#shared/contracts/menu/menu-editing.ts'
import { nameIn } from '#shared/domain/language.ts'
import { errorMessage } from '../../lib/api/request-error.ts'
import { toastFailure } from '../../lib/changes/toast-failure.ts'
import { useEditor } from '../../lib/changes/use-editor.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { toast, useTranslation } from '../../ui/index.ts'
import { usePictureChoice } from '../pictures/index.ts'
import {
  changeOfDish,
  copyOfDish,
  type DishForm,
  type DishFormContext,
  differingFields,
  type EditedField,
  EMPTY_DISH,
  formOfDish,
  parseDishForm,
} from './dish-form.ts'
import { useSaveDish, useUploadPicture } from './menu-requests.ts'
import { useOptionGroups } from './owners-menu.ts'

export type DishEditorForm = UseFormReturn<DishForm, DishFormContext, DishInput>

const checkDish = zodResolver(dishInputSchema)
const resolver: Resolver<DishForm, DishFormContext, DishInput> = (values, context, options) =>
  // The cast is safe, because the schema validates the value.
  checkDish(parseDishForm(values, context ?? { currency: 'lei' }) as DishInput, context, options as never) as never

const parseDish = (value: unknown): MenuItem | undefined => menuItemSchema.safeParse(value).data

/**
 * The state of the dish form. Saving sends the fields first and the picture after them (docs/product/menu.md#menu-tab).
 * @param initialDish null for a new dish
 * @param copyOf the dish whose values a new one begins with
 * @param isSet whether a new one begins as a set menu, hidden until it has its courses
 */
export function useDishEditor(
  initialDish: MenuItem | null,
  copyOf: MenuItem | null,
  isSet: boolean,
  onDone: (saved: MenuItem) => void,
) {
  const { t, language } = useTranslation()
  const { currency, language: restaurantLanguage } = useSettings()
  const isRomanian = restaurantLanguage === 'ro'
  const { data: groups = [] } = useOptionGroups()
  /** A copy has no groups that are the other dish's own. */
  const sharedGroupIds = ({ optionGroupIds }: MenuItem) =>
    optionGroupIds.filter((id) => groups.some((group) => group.id === id && group.dishId === null))
  const [start] = useState(() =>
    copyOf
      ? {
          ...copyOfDish(copyOf, (name) => t('menuEditor.copyName', { name }), isRomanian),
          optionGroupIds: sharedGroupIds(copyOf),
        }
      : { ...EMPTY_DISH, isSetMenu: isSet, isActive: !isSet },
  )
  const save = useSaveDish()
  const upload = useUploadPicture()
  const picture = usePictureChoice('image_too_large')
  const editor = useEditor<DishForm, DishInput, MenuItem, DishFormContext>({
    name: `dish.${initialDish?.id ?? (copyOf ? `copy-${copyOf.id}` : isSet ? 'set' : 'new')}`,
    resolver,
    context: { currency, isRomanian },
    saved: initialDish,
    valuesOf: (dish: MenuItem) => formOfDish(dish, isRomanian),
    start,
    parseBase: parseDish,
    differing: differingFields,
    hasMore: picture.chosen !== null,
    isCopy: copyOf !== null,
    add: (input, key) => save.mutateAsync({ input, key }),
    change: async ({ saved, input, fields }) =>
      fields.length === 0
        ? saved
        : save.mutateAsync({ change: changeOfDish(input, fields as EditedField[]), dish: saved }),
    conflictOf: ({ code, body }) => (code === 'dish_changed' ? parseDish(body.item) : undefined),
    onFailure(error, { isOpen, input }) {
      if (isOpen) toastFailure(t('common.error'), error, t('errors.internal'))
      else toastFailure(t('menuEditor.notSaved', { name: nameIn(language, input) }), error)
    },
    async afterSave(dish) {
      const chosen = picture.latest()
      if (!chosen) return dish
      try {
        return await picture.send(chosen, (file, onProgress) => upload.mutateAsync({ dish, file, onProgress }))
      } catch (error) {
        picture.showError(errorMessage(error), t('menuEditor.pictureKept'))
        toastFailure(t('pictureChoice.failed'), error, t('pictureChoice.failedDescription'))
        return null
      }
    },
    onSaved: (saved) => toast({ title: t('menuEditor.saved', { name: nameIn(language, saved) }) }),
    onDone: unlessChosen(onDone),
  })
  const { form } = editor
  const [begun, setBegun] = useState(0)
  // After the render: a reset registers the fields anew.
  useEffect(() => {
    if (begun > 0) form.setFocus(isRomanian ? 'nameRo' : 'name')
  }, [begun, form, isRomanian])

  /** A picture that was chosen during the save is sent with the next one. */
  function unlessChosen<Args extends unknown[]>(done: (...args: Args) => void) {
    return (...args: Args) => {
      if (picture.latest() === null) done(...args)
    }
  }

  return {
    ...editor,
    picture,
    isPending: editor.isPending || picture.progress !== null,
    /** Saves the dish, then empties the form for the next one of the same category. */
    saveAndAddAnother: () =>
      editor.submitThen(
        unlessChosen((_: MenuItem, { category, categoryRo }: DishInput) => {
          editor.beginAnother({ ...EMPTY_DISH, category, categoryRo })
          setBegun((count) => count + 1)
        }),
      ),
  }
}
