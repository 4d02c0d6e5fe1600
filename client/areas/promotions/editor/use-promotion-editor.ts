import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef, useState } from 'react'
import { type Resolver, type UseFormReturn, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { type PromotionInput, promotionInputSchema } from '#shared/contracts/promotion-editing.ts'
import type { Promotion } from '#shared/contracts/promotions.ts'
import { titleIn } from '#shared/domain/language.ts'
import { errorMessage } from '../../../lib/api/error-message.ts'
import { RequestError } from '../../../lib/api/request-error.ts'
import { toastFailure } from '../../../lib/changes/toast-failure.ts'
import { formDraft, useAddOnce, useFormDraft } from '../../../lib/changes/use-editor.ts'
import { useLanguage } from '../../../lib/words/use-language.ts'
import { toast } from '../../../ui/toast/store.ts'
import { usePictureChoice } from '../../pictures/owner.ts'
import { type PromotionToSave, useSavePromotion } from './promotion-calls.ts'
import {
  changedFields,
  changeOfPromotion,
  formOfPromotion,
  newPromotion,
  type PromotionField,
  type PromotionForm,
  splitForm,
} from './promotion-form.ts'

export type PromotionEditorForm = UseFormReturn<PromotionForm, unknown, PromotionInput>

/** Rises when a field changes its meaning; a draft of another version is dropped. */
const DRAFT_VERSION = 1
const validate = zodResolver(promotionInputSchema)
const PICTURE_ERRORS = ['image_type', 'image_heic', 'promotion_image_too_large']

interface PromotionEditorOptions {
  /** The promotion to change; null to add one. */
  initialPromotion: Promotion | null
  /** The restaurant's day, YYYY-MM-DD. */
  today: string
  onDone: () => void
}

/** The form of one promotion and the functions that save it (docs/product/promotions.md#promotions-edit). */
export function usePromotionEditor({ initialPromotion, today, onDone }: PromotionEditorOptions) {
  const { t } = useTranslation()
  const language = useLanguage()
  const [stored] = useState(() => formDraft(`promotion.${initialPromotion?.id ?? 'new'}`, DRAFT_VERSION))
  /** The promotion as last received by this form; null if it is new or was deleted. */
  const [base, setBase] = useState(initialPromotion)
  const [isGone, setGone] = useState(false)
  /** Whether unsaved values were carried over when the fields were filled with a newer promotion. */
  const [hasUnsavedValues, setUnsavedValues] = useState(false)
  /** The second promotion of hours past midnight, if adding it failed, and why. */
  const [second, setSecond] = useState<{ input: PromotionInput; reason: string } | null>(null)
  /** Whether to save hours past midnight as two promotions, and validate those until midnight. */
  const savesAsTwo = useRef(false)
  const resolver: Resolver<PromotionForm, unknown, PromotionInput> = (values, context, options) =>
    validate(savesAsTwo.current ? splitForm(values).before : values, context, options as never) as never
  const form = useForm<PromotionForm, unknown, PromotionInput>({
    resolver,
    defaultValues: initialPromotion ? formOfPromotion(initialPromotion) : newPromotion(today),
  })
  const picture = usePictureChoice('promotion_image_too_large')
  const save = useSavePromotion()
  const adding = useAddOnce(({ input, key }: { input: NewPromotion; key: string }) =>
    save.mutateAsync({ ...input, key }),
  )
  const addingSecond = useAddOnce(({ input, key }: { input: NewPromotion; key: string }) =>
    save.mutateAsync({ ...input, key }),
  )
  /** Whether the form is still mounted: it can be closed while it is being saved. */
  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  const draft = useFormDraft({
    form,
    draft: stored,
    saved: base ? formOfPromotion(base) : newPromotion(today),
    isDirty: form.formState.isDirty || hasUnsavedValues,
    hasMore: picture.chosen !== null || second !== null,
  })

  /** Fills the fields with a promotion, except `keptFields`, which keep their unsaved values. */
  function fillForm(promotion: Promotion, unsavedFields: readonly PromotionField[]): void {
    const values = form.getValues()
    form.reset({
      ...formOfPromotion(promotion),
      ...Object.fromEntries(unsavedFields.map((field) => [field, values[field]])),
    })
    setUnsavedValues(unsavedFields.length > 0)
    setBase(promotion)
    setGone(false)
  }

  async function addedBefore(): Promise<Promotion | null> {
    const promotion = await adding.addedBefore()
    if (promotion) fillForm(promotion, changedFields(formOfPromotion(promotion), form.getValues()))
    return promotion
  }

  /** Sends fields and picture in one request: if one is rejected, neither is saved. */
  async function saveFields(input: PromotionInput): Promise<Promotion> {
    const promotion = base ?? (await addedBefore())
    const chosen = picture.latest()
    const sendWith = (sent: Pick<PromotionToSave, 'file' | 'onProgress'>) => {
      if (!promotion) return adding.add({ input, ...sent })
      const change = changeOfPromotion(input, promotion)
      return Object.keys(change).length === 0 && !sent.file
        ? promotion
        : save.mutateAsync({ change, promotion, ...sent })
    }
    if (!chosen) return sendWith({})
    return picture.send(chosen, async (file, onProgress) => sendWith({ file, onProgress }))
  }

  function showError(error: unknown): void {
    const { status, code = '', issues } = error instanceof RequestError ? error : { status: 0, issues: [] }
    if (base && status === 404) {
      setBase(null)
      setGone(true)
      return
    }
    const fieldIssues = issues.filter(({ path }) => path in form.getValues())
    fieldIssues.forEach(({ path, message }, i) => {
      form.setError(path as PromotionField, { type: 'server', message }, { shouldFocus: i === 0 })
    })
    if (fieldIssues.length > 0) return
    const isPictureError = PICTURE_ERRORS.includes(code)
    if (isPictureError || picture.latest()) picture.showError(errorMessage(error), t('promotionEditor.pictureKept'))
    if (isPictureError) toastFailure(t('pictureChoice.failed'), error, t('pictureChoice.failedDescription'))
    else reportFailure(error)
  }

  function reportFailure(error: unknown): void {
    if (base) {
      toastFailure(t('promotionEditor.updateFailed'), error)
      return
    }
    const hasMessage = !(error instanceof RequestError) || error.serverMessage
    toastFailure(t('common.error'), error, hasMessage ? undefined : t('promotionEditor.createFailed'))
  }

  async function saveAll(input: PromotionInput): Promise<void> {
    const sent = form.getValues()
    const after = savesAsTwo.current ? splitForm(sent).after : null
    let saved: Promotion
    try {
      saved = await saveFields(input)
    } catch (error) {
      if (isMounted.current) showError(error)
      else reportFailure(error)
      return
    }
    // Keep values typed while saving.
    fillForm(saved, changedFields(sent, form.getValues()))
    const secondInput = after ? { ...input, ...after, imageUrl: saved.imageUrl } : second?.input
    if (secondInput && !(await addSecond(secondInput))) return
    if (!secondInput) toast({ title: t('promotionEditor.saved', { title: titleIn(language, saved) }) })
    closeIfSaved(saved)
  }

  /** Closes the form, unless it contains unsaved values. */
  function closeIfSaved(saved: Promotion): void {
    draft.drop()
    const isAllSaved = changedFields(formOfPromotion(saved), form.getValues()).length === 0
    if (isAllSaved && picture.latest() === null && isMounted.current) onDone()
  }

  /** @returns whether the second promotion was added */
  async function addSecond(input: PromotionInput): Promise<boolean> {
    try {
      if (!(await addingSecond.addedBefore())) await addingSecond.add({ input })
      setSecond(null)
      toast({ title: t('promotionEditor.midnight.added') })
      return true
    } catch (error) {
      const reason = errorMessage(error)
      setSecond({ input, reason })
      toastFailure(
        t('promotionEditor.midnight.failed'),
        error,
        t('promotionEditor.midnight.failedDescription', { reason }),
      )
      return false
    }
  }

  const submit = (asTwo: boolean) => (event?: React.BaseSyntheticEvent) => {
    savesAsTwo.current = asTwo
    return form
      .handleSubmit(saveAll)(event)
      .finally(() => {
        savesAsTwo.current = false
      })
  }
  return {
    draft,
    form,
    picture,
    isGone,
    isNew: base === null,
    isPending: save.isPending,
    submit: submit(false),
    /** Saves hours past midnight as two promotions: this one until midnight, and a second one after it. */
    submitAsTwo: submit(true),
    second,
    async retrySecond() {
      if (second && base && (await addSecond(second.input))) closeIfSaved(base)
    },
  }
}

type NewPromotion = Pick<PromotionToSave, 'file' | 'onProgress'> & { input: PromotionInput }
