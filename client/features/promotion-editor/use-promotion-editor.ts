import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef, useState } from 'react'
import { type Resolver, type UseFormReturn, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { type PromotionInput, promotionInputSchema } from '#shared/contracts/promotion-editing.ts'
import type { Promotion } from '#shared/contracts/promotions.ts'
import { titleIn } from '#shared/domain/language.ts'
import { usePictureChoice } from '../../entities/picture-choice/index.ts'
import { errorMessage } from '../../lib/api/error-message.ts'
import { RequestError } from '../../lib/api/request-error.ts'
import { useAddOnce } from '../../lib/api/use-add-once.ts'
import { useLanguage } from '../../lib/words/use-language.ts'
import { useStayOpen } from '../../ui/overlays/stay-open.ts'
import { toast } from '../../ui/toast/store.ts'
import { type PromotionToSave, promotionFailed, useSavePromotion } from './promotion-calls.ts'
import {
  changedFields,
  changeOfPromotion,
  formOfPromotion,
  newPromotion,
  type PromotionField,
  type PromotionForm,
  twoOf,
} from './promotion-form.ts'

export type PromotionEditorForm = UseFormReturn<PromotionForm, unknown, PromotionInput>

const check = zodResolver(promotionInputSchema)
const PICTURE_FAULTS = ['image_type', 'image_heic', 'promotion_image_too_large']

interface Editing {
  /** Null for one that is to be added. */
  start: Promotion | null
  /** YYYY-MM-DD, at the restaurant. */
  today: string
  onDone: () => void
}

/** The form of one promotion, and how it is saved (docs/product.md#promotions-edit). */
export function usePromotionEditor({ start, today, onDone }: Editing) {
  const { t } = useTranslation()
  const language = useLanguage()
  /** The promotion as this form has last seen it; null where there is none yet, or none any more. */
  const [base, setBase] = useState(start)
  const [isGone, setGone] = useState(false)
  /** Something was typed that the fields took along when they were filled anew. */
  const [hasKept, setKept] = useState(false)
  /** The second of two, and why it could not be added. */
  const [second, setSecond] = useState<{ input: PromotionInput; reason: string } | null>(null)
  /** The hours go past midnight, and are judged as those until midnight. */
  const asTwo = useRef(false)
  const resolver: Resolver<PromotionForm, unknown, PromotionInput> = (typed, context, options) =>
    check(asTwo.current ? twoOf(typed).before : typed, context, options as never) as never
  const form = useForm<PromotionForm, unknown, PromotionInput>({
    resolver,
    defaultValues: start ? formOfPromotion(start) : newPromotion(today),
  })
  const picture = usePictureChoice('promotion_image_too_large')
  const save = useSavePromotion()
  const adding = useAddOnce(({ wanted, key }: { wanted: Wanted; key: string }) => save.mutateAsync({ ...wanted, key }))
  const addingSecond = useAddOnce(({ wanted, key }: { wanted: Wanted; key: string }) =>
    save.mutateAsync({ ...wanted, key }),
  )
  /** Whether the form is still there: it can be closed while it is being saved. */
  const isThere = useRef(true)
  useEffect(() => {
    isThere.current = true
    return () => {
      isThere.current = false
    }
  }, [])
  useStayOpen(form.formState.isDirty || hasKept || picture.chosen !== null || second !== null)

  /** Shows a promotion in the fields, but for those in which something else was typed. */
  function take(promotion: Promotion, kept: readonly PromotionField[]): void {
    const typed = form.getValues()
    form.reset({ ...formOfPromotion(promotion), ...Object.fromEntries(kept.map((field) => [field, typed[field]])) })
    setKept(kept.length > 0)
    setBase(promotion)
    setGone(false)
  }

  async function addedBefore(): Promise<Promotion | null> {
    const promotion = await adding.addedBefore()
    if (promotion) take(promotion, changedFields(formOfPromotion(promotion), form.getValues()))
    return promotion
  }

  /** Fields and picture go together: where one is refused, neither is saved. */
  async function saveFields(input: PromotionInput): Promise<Promotion> {
    const of = base ?? (await addedBefore())
    const chosen = picture.latest()
    const sendWith = (sent: Pick<PromotionToSave, 'file' | 'onProgress'>) => {
      if (!of) return adding.add({ input, ...sent })
      const change = changeOfPromotion(input, of)
      return Object.keys(change).length === 0 && !sent.file ? of : save.mutateAsync({ change, of, ...sent })
    }
    if (!chosen) return sendWith({})
    return picture.send(chosen, async (file, onProgress) => sendWith({ file, onProgress }))
  }

  function refused(error: unknown): void {
    const { status, code = '', issues } = error instanceof RequestError ? error : { status: 0, issues: [] }
    if (base && status === 404) {
      setBase(null)
      setGone(true)
      return
    }
    const known = issues.filter(({ path }) => path in form.getValues())
    known.forEach(({ path, message }, i) => {
      form.setError(path as PromotionField, { type: 'server', message }, { shouldFocus: i === 0 })
    })
    if (known.length > 0) return
    const isOfPicture = PICTURE_FAULTS.includes(code)
    if (isOfPicture || picture.latest()) picture.refuse(errorMessage(error), t('promotionEditor.pictureKept'))
    if (isOfPicture) promotionFailed(t('pictureChoice.failed'), t('pictureChoice.failedDescription'))
    else sayFailed(error)
  }

  function sayFailed(error: unknown): void {
    if (base) {
      promotionFailed(t('promotionEditor.updateFailed'), errorMessage(error))
      return
    }
    const isNamed = !(error instanceof RequestError) || error.serverMessage
    promotionFailed(t('common.error'), isNamed ? errorMessage(error) : t('promotionEditor.createFailed'))
  }

  async function saveAll(input: PromotionInput): Promise<void> {
    const sent = form.getValues()
    const after = asTwo.current ? twoOf(sent).after : null
    let saved: Promotion
    try {
      saved = await saveFields(input)
    } catch (error) {
      if (isThere.current) refused(error)
      else sayFailed(error)
      return
    }
    // What was typed while it was being saved stays.
    take(saved, changedFields(sent, form.getValues()))
    const other = after ? { ...input, ...after, imageUrl: saved.imageUrl } : second?.input
    if (other && !(await addSecond(other))) return
    if (!other) toast({ title: t('promotionEditor.saved', { title: titleIn(language, saved) }) })
    closeUnlessTyped(saved)
  }

  /** Closes the form, unless something else is in it than is saved. */
  function closeUnlessTyped(saved: Promotion): void {
    const isAllSaved = changedFields(formOfPromotion(saved), form.getValues()).length === 0
    if (isAllSaved && picture.latest() === null && isThere.current) onDone()
  }

  /** @returns whether it could be added */
  async function addSecond(input: PromotionInput): Promise<boolean> {
    try {
      if (!(await addingSecond.addedBefore())) await addingSecond.add({ input })
      setSecond(null)
      toast({ title: t('promotionEditor.midnight.added') })
      return true
    } catch (error) {
      const reason = errorMessage(error)
      setSecond({ input, reason })
      promotionFailed(t('promotionEditor.midnight.failed'), t('promotionEditor.midnight.failedDescription', { reason }))
      return false
    }
  }

  const submit = (two: boolean) => (event?: React.BaseSyntheticEvent) => {
    asTwo.current = two
    return form
      .handleSubmit(saveAll)(event)
      .finally(() => {
        asTwo.current = false
      })
  }
  return {
    form,
    picture,
    isGone,
    isNew: base === null,
    isPending: save.isPending,
    submit: submit(false),
    /** Saves hours that go past midnight: until midnight here, after it as a second promotion. */
    submitAsTwo: submit(true),
    second,
    async retrySecond() {
      if (second && base && (await addSecond(second.input))) closeUnlessTyped(base)
    },
  }
}

type Wanted = Pick<PromotionToSave, 'file' | 'onProgress'> & { input: PromotionInput }
