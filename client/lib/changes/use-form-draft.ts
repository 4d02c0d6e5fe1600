import { useCallback, useEffect, useRef, useState } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { useStayOpen } from '../../ui/overlays/stay-open.ts'
import { type StoredDraft, storedDraft } from '../browser/draft.ts'

/** The changed fields of a form, and the version of what it changes when the first of them was typed. */
export interface FormDraft {
  values: Record<string, unknown>
  /** Undefined for what has no version. */
  base?: unknown
}

interface FormDraftOptions<Values extends FieldValues> {
  // biome-ignore lint/suspicious/noExplicitAny: forms differ in their output types.
  form: UseFormReturn<Values, any, any>
  draft: StoredDraft<FormDraft>
  /** The values of the form without changes. */
  saved: Values
  /** Stored with the draft, and returned by `readFormDraft`. */
  base?: unknown
  /** Whether the form has unsaved input that its fields do not show as changed. */
  isDirty?: boolean
  /** Whether the form contains input of which no draft can be kept, such as a chosen picture. */
  hasMore?: boolean
}

/** The draft of a form: `name` has the id of what the form changes; `version` rises when a field changes its meaning. */
export function formDraft(name: string, version: number): StoredDraft<FormDraft> {
  return storedDraft(name, version, (value) => {
    const values = (value as Partial<FormDraft> | null)?.values
    return typeof values === 'object' && values !== null ? (value as FormDraft) : undefined
  })
}

/**
 * Keeps what is typed into a form until it is saved or begun anew, and puts it back when the form opens again
 * (docs/product/everywhere.md#everywhere-drafts). Where the browser keeps nothing, the form asks before it is left.
 */
export function useFormDraft<Values extends FieldValues>(options: FormDraftOptions<Values>) {
  const { form, draft, saved, isDirty = form.formState.isDirty, hasMore = false } = options
  const latest = useRef(options)
  const dirty = useRef(isDirty)
  useEffect(() => {
    latest.current = options
    dirty.current = isDirty
  })
  const [isKept, setKept] = useState(true)
  const [isRestored, setRestored] = useState(false)
  const [question, setQuestion] = useState<{ leave: () => void } | null>(null)
  const ask = useCallback((leave: () => void) => setQuestion({ leave }), [])

  const store = useRef(() => {
    const { form, draft, saved, base } = latest.current
    const values = changesOf(form.getValues(), saved)
    if (Object.keys(values).length === 0) draft.clear()
    else setKept(draft.write(base === undefined ? { values } : { values, base }))
  })
  useEffect(() => {
    const { form, draft, saved } = latest.current
    const kept = draft.read()?.values ?? {}
    const restored = Object.entries(changesOf(kept, saved)).filter(([field, value]) => isAlike(value, saved[field]))
    for (const [field, value] of restored) {
      form.setValue(field as Path<Values>, value as PathValue<Values, Path<Values>>, { shouldDirty: true })
    }
    setRestored(restored.length > 0)
    if (restored.length === 0) draft.clear()
    const { unsubscribe } = form.watch(() => store.current())
    return unsubscribe
  }, [])
  // What was saved, here or by somebody else, is no longer a change.
  const savedText = JSON.stringify(saved)
  const lastSaved = useRef(savedText)
  useEffect(() => {
    if (lastSaved.current === savedText) return
    lastSaved.current = savedText
    if (dirty.current) store.current()
    else latest.current.draft.clear()
  }, [savedText])

  const isLost = hasMore || (isDirty && !isKept)
  useStayOpen(isDirty || hasMore, isLost ? ask : undefined)

  return {
    /** Whether the form was opened with a draft. */
    isRestored,
    /** Set while the form asks whether to leave it. */
    question,
    stay: () => setQuestion(null),
    /** Drops the draft, as the Cancel button does. */
    drop: draft.clear,
    /** Drops the draft and shows the form without changes. */
    beginAnew() {
      // A form that follows the server would otherwise keep what was typed.
      form.reset(saved, { keepDirtyValues: false })
      draft.clear()
      setRestored(false)
    },
  }
}

/** The fields of `values` that the form has and that differ from what is saved. */
function changesOf(values: Record<string, unknown>, saved: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).filter(
      ([field, value]) => field in saved && JSON.stringify(value) !== JSON.stringify(saved[field]),
    ),
  )
}

/** Whether a kept value has the type of the form's own one: a form may have changed without a new version. */
function isAlike(kept: unknown, own: unknown): boolean {
  if (typeof kept !== typeof own || Array.isArray(kept) !== Array.isArray(own) || (kept === null) !== (own === null))
    return false
  if (typeof own !== 'object' || own === null || Array.isArray(own)) return true
  const [keptFields, ownFields] = [kept as Record<string, unknown>, own as Record<string, unknown>]
  return (
    Object.keys(keptFields).length === Object.keys(ownFields).length &&
    Object.entries(ownFields).every(([field, value]) => field in keptFields && isAlike(keptFields[field], value))
  )
}
