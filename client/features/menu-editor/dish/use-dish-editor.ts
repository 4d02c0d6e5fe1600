import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef, useState } from 'react'
import { type Path, type Resolver, type UseFormReturn, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { type MenuItem, menuItemSchema } from '#shared/contracts/menu.ts'
import { type DishInput, dishInputSchema } from '#shared/contracts/menu-editing.ts'
import { nameIn } from '#shared/domain/language.ts'
import { errorMessage } from '../../../lib/api/error-message.ts'
import { RequestError } from '../../../lib/api/request-error.ts'
import { useAddOnce } from '../../../lib/api/use-add-once.ts'
import { useLanguage } from '../../../lib/words/use-language.ts'
import { useStayOpen } from '../../../ui/overlays/stay-open.ts'
import { toast } from '../../../ui/toast/store.ts'
import { menuChangeFailed } from '../menu-mutation.ts'
import { useSaveDish } from './dish-calls.ts'
import {
  changeOfDish,
  type DishField,
  type DishForm,
  differingFields,
  EMPTY_DISH,
  formOfDish,
  typedDish,
} from './dish-form.ts'
import { usePictureUpload } from './use-picture-upload.ts'

export type DishEditorForm = UseFormReturn<DishForm, unknown, DishInput>

const checkDish = zodResolver(dishInputSchema)
const resolver: Resolver<DishForm, unknown, DishInput> = (typed, context, options) =>
  // What is typed may be wrong: that is what it is checked for.
  checkDish(typedDish(typed) as DishInput, context, options as never) as never

/** The form of one dish, and how it is saved: the item first, its picture after (docs/product.md#menu-tab). */
export function useDishEditor(start: MenuItem | null, onDone: () => void) {
  const { t } = useTranslation()
  const language = useLanguage()
  /** The dish as this form has last seen it; null where there is none yet, or none any more. */
  const [base, setBase] = useState(start)
  /** The dish as somebody else has saved it meanwhile. */
  const [theirs, setTheirs] = useState<MenuItem | null>(null)
  const [isGone, setGone] = useState(false)
  const form = useForm<DishForm, unknown, DishInput>({
    resolver,
    defaultValues: start ? formOfDish(start) : EMPTY_DISH,
  })
  const save = useSaveDish()
  const picture = usePictureUpload()
  const adding = useAddOnce(({ wanted, key }: { wanted: DishInput; key: string }) =>
    save.mutateAsync({ input: wanted, key }),
  )
  /** Whether the form is still there: it can be closed while it is being saved. */
  const isThere = useRef(true)
  useEffect(() => {
    isThere.current = true
    return () => {
      isThere.current = false
    }
  }, [])
  const before = base ? formOfDish(base) : EMPTY_DISH
  /** Something was typed that the fields took along when they were filled anew. */
  const [hasKept, setKept] = useState(false)
  useStayOpen(form.formState.isDirty || hasKept || picture.chosen !== null)

  /** Shows a dish in the fields, but for those in which something else was typed. */
  function take(dish: MenuItem, kept: readonly DishField[]): void {
    const typed = Object.entries(form.getValues()).filter(([field]) => kept.includes(field as DishField))
    form.reset({ ...formOfDish(dish), ...Object.fromEntries(typed) })
    setKept(kept.length > 0)
    setBase(dish)
    setTheirs(null)
  }

  async function saveFields(input: DishInput, of: MenuItem | null): Promise<MenuItem> {
    const dish = of ?? (await addedBefore())
    if (!dish) return adding.add(input)
    const changed = differingFields(formOfDish(dish), form.getValues())
    return changed.length === 0 ? dish : save.mutateAsync({ change: changeOfDish(input, changed), of: dish })
  }

  async function addedBefore(): Promise<MenuItem | null> {
    const dish = await adding.addedBefore()
    if (dish) take(dish, differingFields(formOfDish(dish), form.getValues()))
    return dish
  }

  function refused(error: unknown): void {
    const changed = dishOfConflict(error)
    if (changed) {
      setTheirs(changed)
      return
    }
    if (error instanceof RequestError && error.status === 404) {
      setBase(null)
      setGone(true)
      return
    }
    const issues = error instanceof RequestError ? error.issues : []
    const known = issues.filter(({ path }) => (path.split('.')[0] as string) in EMPTY_DISH)
    known.forEach(({ path, message }, i) => {
      form.setError(path as Path<DishForm>, { type: 'server', message }, { shouldFocus: i === 0 })
    })
    if (known.length === 0) menuChangeFailed(t('common.error'), t('errors.internal'))
  }

  async function saveAll(input: DishInput, of: MenuItem | null): Promise<void> {
    const sent = structuredClone(form.getValues())
    let saved: MenuItem
    try {
      saved = await saveFields(input, of)
      // What was typed while it was being saved stays.
      take(saved, differingFields(sent, form.getValues()))
      setGone(false)
    } catch (error) {
      if (isThere.current) refused(error)
      else menuChangeFailed(t('menuEditor.notSaved', { name: nameIn(language, input) }), errorMessage(error))
      return
    }
    const chosen = picture.latest()
    if (chosen) {
      const withPicture = await picture.upload(saved, chosen)
      if (!withPicture) return
      take(withPicture, differingFields(formOfDish(saved), form.getValues()))
      saved = withPicture
    }
    toast({ title: t('menuEditor.saved', { name: nameIn(language, saved) }) })
    const isAllSaved = differingFields(formOfDish(saved), form.getValues()).length === 0
    if (isAllSaved && picture.latest() === null && isThere.current) onDone()
  }

  return {
    form,
    picture,
    before,
    theirs,
    isGone,
    isNew: base === null,
    isPending: save.isPending || picture.progress !== null,
    submit: form.handleSubmit((input) => saveAll(input, base)),
    /** Gives up what was typed, for the dish as somebody else has saved it. */
    takeTheirs: () => theirs && take(theirs, []),
    /** Saves what was changed here over what somebody else has saved; what only they changed stays theirs. */
    async saveMine() {
      if (!theirs) return
      take(theirs, differingFields(before, form.getValues()))
      await form.handleSubmit((input) => saveAll(input, theirs))()
    },
  }
}

/** The dish as it is, where a change was refused because somebody else was quicker. */
function dishOfConflict(error: unknown): MenuItem | undefined {
  if (!(error instanceof RequestError) || error.code !== 'dish_changed') return undefined
  return menuItemSchema.safeParse(error.body.item).data
}
