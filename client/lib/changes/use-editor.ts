import { useEffect, useRef, useState } from 'react'
import {
  type FieldValues,
  type KeepStateOptions,
  type Path,
  type PathValue,
  type Resolver,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import { pick } from '#shared/domain/objects.ts'
import { useStayOpen } from '../../ui/overlays/dialog.tsx'
import { toast } from '../../ui/toast/store.ts'
import { i18n } from '../../ui/translation.ts'
import { RequestError } from '../api/request-error.ts'
import { storedDraft } from '../browser/draft.ts'
import { confirm } from '../dialogs/confirm.tsx'
import { type KeyedInput, useAddOnce } from './add-once.ts'
import { useFieldProps } from './field-error.ts'

type FieldOf<Values> = keyof Values & string

export interface EditorOptions<Values extends FieldValues, Input extends object, Saved extends object, Context> {
  name: string
  resolver: Resolver<Values, Context, Input>
  context?: Context
  /** What the form changes, as last fetched; null to add something. */
  saved: Saved | null
  valuesOf: (saved: Saved) => Values
  /** The values with which something new begins. */
  start?: Values
  /** Whether untouched fields show what others save meanwhile; else the form keeps the version that it opened. */
  follows?: boolean
  /** Parses what the draft has stored as the version with which it was begun. Without it, the draft stores none. */
  parseBase?: (value: unknown) => Saved | undefined
  /** The fields that differ in their meaning; by default, all with another value. */
  differing?: (values: Values, other: Values) => FieldOf<Values>[]
  /** Whether the form has input of which no draft can be kept, such as a chosen picture. */
  hasMore?: boolean
  /** Whether untouched values of something new are unsaved input too, as those of a copy. */
  isCopy?: boolean
  /** Adds something; the server adds at most one for a key. */
  add?: (input: Input, key: string) => Promise<Saved>
  /** Sends the changed fields; not called if there are none, unless the form `hasMore`. */
  change: (sent: { changed: Partial<Input>; saved: Saved; input: Input; fields: FieldOf<Values>[] }) => Promise<Saved>
  /** What somebody else has saved, if `change` was rejected because of that. */
  conflictOf?: (error: RequestError) => Saved | undefined
  /** The field that shows the server's message for a code. */
  fieldOfCode?: Partial<Record<string, Path<Values>>>
  /** Called for an error that no field shows, and for each one after the form was closed. */
  onFailure?: (error: unknown, form: { isOpen: boolean; input: Input }) => void
  /** The rest of a save, such as a picture. @returns what is saved then; null if it failed, and the form stays open */
  afterSave?: (saved: Saved, form: { sent: Values; input: Input }) => Promise<Saved | null>
  /** Called after each save, even if the form was closed meanwhile. */
  onSaved?: (saved: Saved) => void
  /** Called after a save if the form is open and has no newer input. */
  onDone?: (saved: Saved, input: Input) => void
}

/**
 * A form that adds or changes something, until the server has all of it. Only changed fields are sent, input made
 * during a save stays, and an addition without a response is repeated under its key. What is typed is kept as a draft
 * (docs/product/everywhere.md#everywhere-drafts).
 */
export function useEditor<Values extends FieldValues, Input extends object, Saved extends object, Context = unknown>(
  options: EditorOptions<Values, Input, Saved, Context>,
) {
  const { saved, valuesOf, follows = false, differing = unequalFields } = options
  const [stored] = useState(() => formDraft(options.name, 1))
  const [draftBase] = useState(() => options.parseBase?.(stored.read()?.base))
  /** What is changed, as last received or as it was when the draft was begun; null if it is new or was deleted. */
  const [ownBase, setBase] = useState(draftBase ?? saved)
  const base = follows ? saved : ownBase
  const before = base ? valuesOf(base) : (options.start as Values)
  /** The same, as somebody else has saved it since. */
  const [theirs, setTheirs] = useState<Saved | null>(null)
  const [isGone, setGone] = useState(false)
  const form = useForm<Values, Context, Input>({
    resolver: options.resolver,
    context: options.context,
    defaultValues: before as never,
  })
  const { errors, isDirty, isSubmitting } = form.formState
  const register = useFieldProps(form)
  const adding = useAddOnce(({ input, key }: KeyedInput<Input>) =>
    (options.add as NonNullable<typeof options.add>)(input, key),
  )
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  const followed = useRef(before)
  const latest = JSON.stringify(before)
  useEffect(() => {
    if (!follows || JSON.stringify(followed.current) === latest) return
    const next: Values = JSON.parse(latest)
    const values = withChanges(next, form.getValues(), followed.current) as Values
    followed.current = next
    showChanged(form, values, next, { keepErrors: true, keepIsSubmitted: true })
  }, [follows, form, latest])
  const draft = useFormDraft({
    form,
    draft: stored,
    saved: before,
    base: options.parseBase && base ? base : undefined,
    isDirty: isDirty || (options.isCopy === true && base === null),
    hasMore: options.hasMore,
  })

  /** Shows what is saved, except in the fields with newer input. */
  function show(next: Saved, newer: readonly FieldOf<Values>[]): void {
    showChanged(form, { ...valuesOf(next), ...pick(form.getValues(), newer) }, valuesOf(next))
    setBase(next)
    setTheirs(null)
    setGone(false)
  }

  async function send(input: Input, to: Saved | null): Promise<Saved> {
    let current = to
    if (!current) {
      current = await adding.resolveUnanswered()
      if (!current) return adding.add(input)
      show(current, differing(valuesOf(current), form.getValues()))
    }
    const fields = differing(valuesOf(current), form.getValues())
    if (fields.length === 0 && !options.hasMore) return current
    const isChanged = ([field]: [string, unknown]) => fields.includes(field)
    const changed = Object.fromEntries(Object.entries(input).filter(isChanged)) as Partial<Input>
    return options.change({ changed, saved: current, input, fields })
  }

  function showFailure(error: unknown, input: Input): void {
    const { status = 0, code = '', serverMessage = '', issues = [] } = error instanceof RequestError ? error : {}
    const conflicting = error instanceof RequestError ? options.conflictOf?.(error) : undefined
    if (conflicting) {
      setTheirs(conflicting)
      return
    }
    if (status === 404 && base && options.add) {
      setBase(null)
      setGone(true)
      return
    }
    const field = options.fieldOfCode?.[code]
    const shown = field
      ? [{ path: field, message: serverMessage }]
      : issues.filter(({ path }) => (path.split('.')[0] as string) in form.getValues())
    shown.forEach(({ path, message }, i) => {
      form.setError(path as Path<Values>, { type: 'server', message }, { shouldFocus: i === 0 })
    })
    if (shown.length === 0) options.onFailure?.(error, { isOpen: true, input })
  }

  async function save(input: Input, to: Saved | null, onDone = options.onDone): Promise<void> {
    const sent = structuredClone(form.getValues())
    let result: Saved
    try {
      result = await send(input, to)
    } catch (error) {
      if (isOpen.current) showFailure(error, input)
      else options.onFailure?.(error, { isOpen: false, input })
      return
    }
    show(result, differing(sent, form.getValues()))
    if (options.afterSave) {
      const complete = await options.afterSave(result, { sent, input })
      if (!complete) return
      if (complete !== result) show(complete, differing(valuesOf(result), form.getValues()))
      result = complete
    }
    stored.clear()
    options.onSaved?.(result)
    if (isOpen.current && differing(valuesOf(result), form.getValues()).length === 0) onDone?.(result, input)
  }

  return {
    form,
    errors,
    register,
    before,
    theirs,
    isGone,
    isNew: base === null,
    isPending: isSubmitting,
    /** Whether the form is still shown, for work that ends later. */
    isOpen: () => isOpen.current,
    draft: {
      ...draft,
      startOver() {
        draft.startOver()
        const newest = theirs ?? (ownBase === draftBase ? saved : base)
        if (newest) show(newest, [])
      },
    },
    submit: form.handleSubmit((input) => save(input, base)),
    /** Saves, and then calls this in place of `onDone`. */
    submitThen: (onDone: (saved: Saved, input: Input) => void) =>
      form.handleSubmit((input) => save(input, base, onDone))(),
    /** Shows what somebody else has saved, in place of the input. */
    takeTheirs: () => theirs && show(theirs, []),
    /** Saves the fields changed here over what somebody else has saved; fields changed only there stay. */
    async saveMine() {
      if (!theirs) return
      show(theirs, differing(before, form.getValues()))
      await form.handleSubmit((input) => save(input, theirs))()
    },
    /** Empties the form for something else that is new. */
    beginAnother(values: Values) {
      setBase(null)
      form.reset(values)
    },
  }
}

/** Shows values as changes of what is saved: in lists too, which `setValue` does not reach after a reset. */
function showChanged<Values extends FieldValues>(
  { reset }: Pick<UseFormReturn<Values>, 'reset'>,
  values: Values,
  saved: Values,
  keep: KeepStateOptions = {},
): void {
  reset(saved, keep)
  if (unequalFields(values, saved).length > 0) reset(values, { ...keep, keepDefaultValues: true })
}

/** The changed fields of a form, and the version of what it changes when the first of them was typed. */
export interface FormDraft {
  values: Record<string, unknown>
  /** Undefined for what has no version. */
  base?: unknown
}

function formDraft(name: string, version: number) {
  return storedDraft(name, version, (value) => {
    const values = (value as Partial<FormDraft> | null)?.values
    return typeof values === 'object' && values !== null ? (value as FormDraft) : undefined
  })
}

/** Whether a form's draft is stored: the form is then shown at once. */
export const hasFormDraft = (name: string): boolean => formDraft(name, 1).read() !== undefined

interface FormDraftOptions<Values extends FieldValues> {
  // biome-ignore lint/suspicious/noExplicitAny: forms differ in their output types.
  form: UseFormReturn<Values, any, any>
  draft: ReturnType<typeof formDraft>
  /** The values of the form without changes. */
  saved: Values
  /** Stored with the draft. */
  base?: unknown
  isDirty: boolean
  hasMore?: boolean
}

/** Keeps what is typed until it is saved or begun anew. Where the browser keeps nothing, the form asks before it is left. */
export function useFormDraft<Values extends FieldValues>(options: FormDraftOptions<Values>) {
  const { form, draft, saved, isDirty, hasMore = false } = options
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  const [isKept, setKept] = useState(true)
  const [isRestored, setRestored] = useState(false)

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
    return () => {
      unsubscribe()
      // Closed without the Cancel button, which drops the draft, and not saved.
      if (latest.current.isDirty && draft.read()) toast({ title: i18n.t('drafts.kept') })
    }
  }, [])
  // What was saved, here or by somebody else, is no longer a change.
  const savedText = JSON.stringify(saved)
  const lastSaved = useRef(savedText)
  useEffect(() => {
    if (lastSaved.current === savedText) return
    lastSaved.current = savedText
    if (latest.current.isDirty) store.current()
    else latest.current.draft.clear()
  }, [savedText])

  const isLost = hasMore || (isDirty && !isKept)
  useStayOpen(isDirty || hasMore, isLost ? askToLeave : undefined)

  return {
    /** Whether the form was opened with a draft. */
    isRestored,
    /** Drops the draft, as the Cancel button does. */
    drop: draft.clear,
    /** Drops the draft and shows the form without changes. */
    startOver() {
      form.reset(saved)
      draft.clear()
      setRestored(false)
    },
  }
}

async function askToLeave(leave: () => void): Promise<void> {
  const isConfirmed = await confirm({
    title: i18n.t('drafts.leaveTitle'),
    description: i18n.t('drafts.leaveDescription'),
    confirm: i18n.t('drafts.leave'),
    cancel: i18n.t('drafts.stay'),
    isDestructive: true,
  })
  if (isConfirmed) leave()
}

export type EditorDraft = ReturnType<typeof useFormDraft>

/** What was changed since `before`, over what is saved now; of a group of fields, only those that were changed. */
function withChanges(saved: unknown, typed: unknown, before: unknown): unknown {
  const groups = [saved, typed, before]
  if (groups.every((group) => typeof group === 'object' && group !== null && !Array.isArray(group))) {
    const [savedGroup, typedGroup, beforeGroup] = groups as Record<string, unknown>[]
    const fields = Object.entries(savedGroup ?? {})
    return Object.fromEntries(
      fields.map(([field, value]) => [field, withChanges(value, typedGroup?.[field], beforeGroup?.[field])]),
    )
  }
  return JSON.stringify(typed) === JSON.stringify(before) ? saved : typed
}

/** The fields with another value. */
export function unequalFields<Values extends FieldValues>(values: Values, other: Values): FieldOf<Values>[] {
  return Object.keys(changesOf(other, values))
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
