import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef, useState } from 'react'
import { type Path, type Resolver, type UseFormReturn, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { type MenuItem, menuItemSchema } from '#shared/contracts/menu/menu.ts'
import { type DishInput, dishInputSchema } from '#shared/contracts/menu/menu-editing.ts'
import type { DishField } from '#shared/contracts/menu/menu-fields.ts'
import { nameIn } from '#shared/domain/language.ts'
import type { Currency } from '#shared/domain/money.ts'
import { errorMessage } from '../../lib/api/error-message.ts'
import { RequestError } from '../../lib/api/request-error.ts'
import { toastFailure } from '../../lib/changes/toast-failure.ts'
import { type FormDraft, formDraft, useAddOnce, useFormDraft } from '../../lib/changes/use-editor.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { useLanguage } from '../../lib/words/use-language.ts'
import { toast } from '../../ui/toast/store.ts'
import { type ChosenPicture, usePictureChoice } from '../pictures/owner.ts'
import {
  changeOfDish,
  copyOfDish,
  type DishForm,
  differingFields,
  EMPTY_DISH,
  formOfDish,
  parseDishForm,
} from './dish-form.ts'
import { useSaveDish, useUploadPicture } from './menu-calls.ts'

/** The new picture of a dish, which is uploaded after the dish is saved. */
function usePictureUpload() {
  const { t } = useTranslation()
  const picture = usePictureChoice('image_too_large')
  const send = useUploadPicture()
  return {
    ...picture,
    /** @returns the dish with its picture; null if the upload failed, the picture stays chosen for another attempt */
    async upload(dish: MenuItem, sent: ChosenPicture): Promise<MenuItem | null> {
      try {
        return await picture.send(sent, (file, onProgress) => send.mutateAsync({ dish, file, onProgress }))
      } catch (error) {
        picture.showError(errorMessage(error), t('menuEditor.pictureKept'))
        toastFailure(t('pictureChoice.failed'), error, t('pictureChoice.failedDescription'))
        return null
      }
    },
  }
}

interface FormContext {
  currency: Currency
}
export type DishEditorForm = UseFormReturn<DishForm, FormContext, DishInput>

/** Raise it when a field changes its meaning; a draft of another version is dropped. */
const DRAFT_VERSION = 1
const checkDish = zodResolver(dishInputSchema)
const resolver: Resolver<DishForm, FormContext, DishInput> = (values, context, options) =>
  // The cast is safe, because the schema validates the value.
  checkDish(parseDishForm(values, context?.currency ?? 'lei') as DishInput, context, options as never) as never

/**
 * The state of the dish form. Saving sends the fields first and the picture after them (docs/product/menu.md#menu-tab).
 */
export function useDishEditor(initialDish: MenuItem | null, copyOf: MenuItem | null, onDone: () => void) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { currency } = useSettings()
  const [stored] = useState(() =>
    formDraft(`dish.${initialDish?.id ?? (copyOf ? `copy-${copyOf.id}` : 'new')}`, DRAFT_VERSION),
  )
  /** The values with which a new dish begins. */
  const [start] = useState(() =>
    copyOf ? copyOfDish(copyOf, (name) => t('menuEditor.copyName', { name })) : EMPTY_DISH,
  )
  /** The dish as last received, or as it was when its draft was begun; null if it is new or was deleted. */
  const [base, setBase] = useState(() => baseOfDraft(stored.read()) ?? initialDish)
  /** The dish as somebody else has saved it since. */
  const [theirs, setTheirs] = useState<MenuItem | null>(null)
  const [isGone, setGone] = useState(false)
  const form = useForm<DishForm, FormContext, DishInput>({
    resolver,
    context: { currency },
    defaultValues: base ? formOfDish(base) : start,
  })
  const save = useSaveDish()
  const picture = usePictureUpload()
  const adding = useAddOnce(({ input, key }: { input: DishInput; key: string }) => save.mutateAsync({ input, key }))
  /** Whether the form is still mounted: it can be closed while a save is running. */
  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  /** The number of times that another dish was begun. */
  const [begun, setBegun] = useState(0)
  // After the render: a reset registers the fields anew.
  useEffect(() => {
    if (begun > 0) form.setFocus('name')
  }, [begun, form])
  const before = base ? formOfDish(base) : EMPTY_DISH
  /** Whether unsaved input was carried over when the form was reset to a newer dish. */
  const [hasCarriedInput, setCarriedInput] = useState(false)
  const draft = useFormDraft({
    form,
    draft: stored,
    saved: base ? before : start,
    base: base ?? undefined,
    isDirty: form.formState.isDirty || hasCarriedInput || (copyOf !== null && !base),
    hasMore: picture.chosen !== null,
  })

  /** Resets the form to a dish, except for fields with unsaved input. */
  function resetTo(dish: MenuItem, fieldsToKeep: readonly DishField[]): void {
    const unsaved = Object.entries(form.getValues()).filter(([field]) => fieldsToKeep.includes(field as DishField))
    form.reset({ ...formOfDish(dish), ...Object.fromEntries(unsaved) })
    setCarriedInput(fieldsToKeep.length > 0)
    setBase(dish)
    setTheirs(null)
  }

  async function saveFields(input: DishInput, current: MenuItem | null): Promise<MenuItem> {
    const dish = current ?? (await addedBefore())
    if (!dish) return adding.add(input)
    const changed = differingFields(formOfDish(dish), form.getValues())
    return changed.length === 0 ? dish : save.mutateAsync({ change: changeOfDish(input, changed), dish })
  }

  async function addedBefore(): Promise<MenuItem | null> {
    const dish = await adding.addedBefore()
    if (dish) resetTo(dish, differingFields(formOfDish(dish), form.getValues()))
    return dish
  }

  function showError(error: unknown): void {
    const conflicting = dishOfConflict(error)
    if (conflicting) {
      setTheirs(conflicting)
      return
    }
    if (error instanceof RequestError && error.status === 404) {
      setBase(null)
      setGone(true)
      return
    }
    const issues = error instanceof RequestError ? error.issues : []
    const fieldIssues = issues.filter(({ path }) => (path.split('.')[0] as string) in EMPTY_DISH)
    fieldIssues.forEach(({ path, message }, i) => {
      form.setError(path as Path<DishForm>, { type: 'server', message }, { shouldFocus: i === 0 })
    })
    if (fieldIssues.length === 0) toastFailure(t('common.error'), error, t('errors.internal'))
  }

  /** @param onSaved called when everything is saved */
  async function saveAll(input: DishInput, current: MenuItem | null, onSaved = onDone): Promise<void> {
    const sent = structuredClone(form.getValues())
    let saved: MenuItem
    try {
      saved = await saveFields(input, current)
      // Input during the save stays.
      resetTo(saved, differingFields(sent, form.getValues()))
      setGone(false)
    } catch (error) {
      if (isMounted.current) showError(error)
      else toastFailure(t('menuEditor.notSaved', { name: nameIn(language, input) }), error)
      return
    }
    const chosen = picture.latest()
    if (chosen) {
      const withPicture = await picture.upload(saved, chosen)
      if (!withPicture) return
      resetTo(withPicture, differingFields(formOfDish(saved), form.getValues()))
      saved = withPicture
    }
    draft.drop()
    toast({ title: t('menuEditor.saved', { name: nameIn(language, saved) }) })
    const isAllSaved = differingFields(formOfDish(saved), form.getValues()).length === 0
    if (isAllSaved && picture.latest() === null && isMounted.current) onSaved()
  }

  /** Empties the form for the next dish of the same category. */
  function beginAnother({ category, categoryRo }: DishInput): void {
    setBase(null)
    setCarriedInput(false)
    form.reset({ ...EMPTY_DISH, category, categoryRo })
    setBegun((count) => count + 1)
  }

  return {
    draft: {
      ...draft,
      beginAnew() {
        draft.beginAnew()
        const newest = theirs ?? initialDish
        if (newest) resetTo(newest, [])
      },
    },
    form,
    picture,
    before,
    theirs,
    isGone,
    isNew: base === null,
    isPending: save.isPending || picture.progress !== null,
    submit: form.handleSubmit((input) => saveAll(input, base)),
    saveAndAddAnother: form.handleSubmit((input) => saveAll(input, base, () => beginAnother(input))),
    /** Replaces the input by the dish as somebody else has saved it. */
    takeTheirs: () => theirs && resetTo(theirs, []),
    /** Saves the fields changed here over the other version; fields changed only there stay. */
    async saveMine() {
      if (!theirs) return
      resetTo(theirs, differingFields(before, form.getValues()))
      await form.handleSubmit((input) => saveAll(input, theirs))()
    },
  }
}

/** The dish as it was when a draft of its change was begun; saving it then finds what somebody else changed since. */
function baseOfDraft(draft: FormDraft | undefined): MenuItem | undefined {
  return menuItemSchema.safeParse(draft?.base).data
}

/** The stored dish, if a change was rejected because somebody else has changed it. */
function dishOfConflict(error: unknown): MenuItem | undefined {
  if (!(error instanceof RequestError) || error.code !== 'dish_changed') return undefined
  return menuItemSchema.safeParse(error.body.item).data
}
