import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { type FieldValues, type Path, type Resolver, useForm } from 'react-hook-form'
import type { ErrorBody } from '#shared/contracts/errors.ts'
import { pick } from '#shared/domain/objects.ts'
import { useStayOpen } from '../../ui/overlays/dialog.tsx'
import { toast } from '../../ui/toast/store.ts'
import { t } from '../../ui/translation.ts'
import { RequestError } from '../api/request-error.ts'
import { storedDraft } from '../browser/draft.ts'
import { addOnce, type KeyedInput } from './add-once.ts'
import { placeOfError } from './both-languages.tsx'
import { fieldProps } from './field-error.ts'

/** What is kept of a form: its changed fields, the version that they change, and an addition without a response. */
interface Draft<Input> {
  values: Record<string, unknown>
  base?: unknown
  attempt?: KeyedInput<Input> | undefined
}

export interface EditorOptions<Values extends FieldValues, Input extends object, Saved extends object> {
  name: string
  /** Its context is the form without changes. */
  resolver: Resolver<Values, Values, Input>
  /** What the form changes, as last fetched; null to add something. */
  saved: Saved | null
  valuesOf: (saved: Saved) => Values
  /** The values with which something new begins. */
  start?: Values
  /** Asks before something is saved. @returns whether it is to be saved */
  ask?: (input: Input) => Promise<boolean>
  /** Adds something; the server adds at most one for a key. */
  add?: (input: Input, key: string) => Promise<Saved>
  /** Sends the changed fields; not called if there are none and no picture. Missing for what is only ever added. */
  change?: (changed: Partial<Input>, saved: Saved, input: Input) => Promise<Saved>
  /** What only the version that it changes may be saved over: the refusal that contains a newer one, and its parser. */
  versions?: {
    code: string
    field: keyof ErrorBody
    parse: (value: unknown) => Saved | undefined
    /** Whether another person's change matters only where it is of a field that is changed here too. */
    isByField?: boolean
  }
  /** The field that shows the server's message for a code. */
  fieldOfCode?: Partial<Record<string, Path<Values>>>
  /** A chosen picture, which is unsaved input too. */
  picture?: { chosen: unknown; latest: () => unknown }
  /** Called for an error that no field shows, and for each one after the form was closed. */
  onFailure?: (error: unknown, form: { isOpen: boolean; isNew: boolean; input: Input }) => void
  /** The rest of a save. @returns what is saved then; null if it failed, and the form stays open */
  afterSave?: (saved: Saved) => Promise<Saved | null>
  /** The toast after each save, even if the form was closed meanwhile. */
  savedText?: (saved: Saved) => string
  /** Called after a save if the form is open and has no newer input. */
  onDone?: (saved: Saved, input: Input) => void
}

/**
 * A form that adds or changes something, until the server has all of it. Only changed fields are sent, input made
 * during a save stays, and an addition without a response is repeated under its key. What is typed is kept as a draft
 * (docs/product/everywhere.md#everywhere-drafts).
 */
export function useEditor<Values extends FieldValues, Input extends object, Saved extends object>(
  options: EditorOptions<Values, Input, Saved>,
) {
  const { saved, valuesOf, versions, picture } = options
  const [store] = useState(() => formDraft<Input>(options.name))
  const [kept] = useState(() => store.read())
  /** What is changed, as last received or as it was when the draft was begun; null if it is new or was deleted. */
  const [base, setBase] = useState<Saved | null>(() => {
    const begun = versions?.parse(kept?.base)
    return begun && saved && isUntouched(Object.keys(kept?.values ?? {}), begun, saved) ? saved : (begun ?? saved)
  })
  /** The same, as somebody else has saved it since. */
  const [theirs, setTheirs] = useState<Saved | null>(null)
  const [isGone, setGone] = useState(false)
  const before = (base ? valuesOf(base) : options.start) as Values
  const [restored] = useState(() => alikeFields(kept?.values ?? {}, before))
  const [isRestored, setRestored] = useState(Object.keys(restored).length > 0)
  const [isTyped, setTyped] = useState(isRestored)
  const attempt = useRef(kept?.attempt)
  const [begun, setBegun] = useState(0)
  const form = useForm<Values, Values, Input>({
    resolver: options.resolver,
    context: before,
    defaultValues: { ...before, ...restored } as never,
  })
  const { errors, isSubmitting } = form.formState
  useStayOpen(isTyped || Boolean(picture?.chosen))

  /** Whether a newer version leaves the fields as they were, so that changing them takes nothing back. */
  function isUntouched(fields: readonly string[], old: Saved, newer: Saved): boolean {
    const changed = unequalFields(valuesOf(old), valuesOf(newer))
    return Boolean(versions?.isByField) && !fields.some((field) => changed.includes(field as never))
  }

  function keep(): void {
    // As of the last render: what something new begins with follows what was added before it.
    const values = changesOf(form.getValues(), form.control._options.context as Values)
    const isChanged = Object.keys(values).length > 0
    if (isChanged) store.write({ values, ...(versions && base && { base }), attempt: attempt.current })
    else store.clear()
    setTyped(isChanged)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rest does not change while the base stays.
  useEffect(() => {
    keep()
    return form.watch(keep).unsubscribe
  }, [form, base])
  const isOpen = useRef(true)
  const isSaving = useRef(false)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
      // Closed without the Cancel button, which drops the draft. What becomes of a save says how it ended.
      if (!isSaving.current && store.read()) toast({ title: t('drafts.kept') })
    }
  }, [store])

  /** Shows what is saved, except in the fields that were typed since `sent`. */
  function show(next: Saved, sent = form.getValues()): void {
    form.reset({ ...valuesOf(next), ...pick(form.getValues(), unequalFields(sent, form.getValues())) })
    setBase(options.change ? next : null)
    setTheirs(null)
    setGone(false)
  }

  async function add(input: Input, onFormer: (input: Input) => void): Promise<Saved> {
    const adding = addOnce(attempt, input, options.add as NonNullable<typeof options.add>, onFormer)
    keep()
    try {
      return await adding
    } catch (error) {
      if (isOpen.current) keep()
      throw error
    }
  }

  /** @returns what is saved; null where the form still has what a former attempt, whose response was lost, had not */
  async function send(input: Input, to: Saved | null): Promise<Saved | null> {
    const former: { input?: Input } = {}
    const current = to ?? (await add(input, (sent) => Object.assign(former, { input: sent })))
    if (!to && !former.input) return current
    if (!options.change) {
      if (options.savedText) toast({ title: options.savedText(current) })
      keep()
      return null
    }
    // What the server itself has chosen, as it adds something, was not typed.
    const fields = former.input
      ? unequalFields<FieldValues>(former.input, input)
      : unequalFields(valuesOf(current), form.getValues())
    if (former.input) show(current, { ...form.getValues(), ...pick(valuesOf(current), fields) })
    if (fields.length === 0 && !picture?.latest()) return current
    // An English text that was left empty is what the Romanian one has become.
    const isFollowing = (field: string) => !form.getValues(field as Path<Values>) && input[field as keyof Input]
    const english = fields.map((field) => field.replace(/Ro$/, '')).filter(isFollowing)
    const changed = [...new Set([...fields, ...english])].filter((field) => field in input) as (keyof Input)[]
    return options.change(pick(input, changed) as Partial<Input>, current, input)
  }

  async function showFailure(error: unknown, input: Input): Promise<void> {
    const refusal = error instanceof RequestError ? error : undefined
    const newer = versions && refusal?.code === versions.code ? versions.parse(refusal.body[versions.field]) : undefined
    if (newer) {
      if (base && isUntouched(unequalFields(before, form.getValues()), base, newer)) await saveOver(newer)
      else setTheirs(newer)
      return
    }
    if (refusal?.status === 404 && base && options.add) {
      setBase(null)
      setGone(true)
      return
    }
    const field = options.fieldOfCode?.[refusal?.code ?? '']
    const issues = field ? [{ path: field, message: refusal?.serverMessage }] : (refusal?.issues ?? [])
    const shown = issues.filter(({ path }) => (path.split('.')[0] as string) in form.getValues())
    shown.forEach(({ path, message = '' }, i) => {
      const place = placeOfError(path, form.getValues()) as Path<Values>
      // A switch shows what is so.
      if (typeof form.getValues(place) === 'boolean') form.setValue(place, before[place])
      form.setError(place, { type: 'server', message }, { shouldFocus: i === 0 })
    })
    if (shown.length === 0) options.onFailure?.(error, { isOpen: true, isNew: base === null, input })
  }

  async function save(input: Input, to: Saved | null, onDone = options.onDone): Promise<void> {
    if (options.ask && !(await options.ask(input))) return
    isSaving.current = true
    await saveAsked(input, to, onDone).finally(() => {
      isSaving.current = false
    })
  }

  async function saveAsked(input: Input, to: Saved | null, onDone: typeof options.onDone): Promise<void> {
    const sent = structuredClone(form.getValues())
    let result: Saved
    try {
      const saved = await send(input, to)
      if (!saved) return
      result = saved
    } catch (error) {
      if (isOpen.current) await showFailure(error, input)
      else options.onFailure?.(error, { isOpen: false, isNew: base === null, input })
      return
    }
    show(result, sent)
    if (options.afterSave) {
      const complete = await options.afterSave(result)
      if (!complete) return
      if (complete !== result) show(complete, valuesOf(result))
      result = complete
    }
    store.clear()
    setRestored(false)
    if (options.savedText) toast({ title: options.savedText(result) })
    const hasNewer = unequalFields(valuesOf(result), form.getValues()).length > 0 || Boolean(picture?.latest())
    if (isOpen.current && !hasNewer) onDone?.(result, input)
  }

  async function saveOver(newer: Saved): Promise<void> {
    show(newer, before)
    await form.handleSubmit((input) => save(input, newer))()
  }

  return {
    form,
    errors,
    register: fieldProps(form),
    before,
    theirs: theirs && valuesOf(theirs),
    isGone,
    isNew: base === null,
    isPending: isSubmitting,
    isTyped,
    /** Whether the form was opened with a draft. */
    isRestored,
    /** The key of the fields: those that keep their own text are new whenever the form begins anew. */
    begun,
    /** Drops the draft and shows the form without changes. */
    startOver(): void {
      attempt.current = undefined
      const newest = theirs ?? saved
      if (newest) show(newest)
      else form.reset(options.start)
      store.clear()
      setRestored(false)
      setBegun(begun + 1)
    },
    /** Saves, and calls this when it is done. */
    submit: (event?: SyntheticEvent, onDone = options.onDone) =>
      form.handleSubmit((input) => save(input, base, onDone))(event),
    /** Shows what somebody else has saved, in place of the input. */
    takeTheirs(): void {
      if (theirs) show(theirs)
      setBegun(begun + 1)
    },
    /** Saves the fields changed here over what somebody else has saved; fields changed only there stay. */
    saveMine: () => theirs && saveOver(theirs),
  }
}

// biome-ignore lint/suspicious/noExplicitAny: forms differ in what they send and save.
export type EditorState<Values extends FieldValues> = ReturnType<typeof useEditor<Values, any, any>>

const formDraft = <Input>(name: string) =>
  storedDraft(name, 1, (value) => {
    const values = (value as Partial<Draft<Input>> | null)?.values
    return typeof values === 'object' && values !== null ? (value as Draft<Input>) : undefined
  })

/** Whether a form's draft is stored: the form is then shown at once. */
export const hasFormDraft = (name: string): boolean => formDraft(name).read() !== undefined

/** The fields with another value. */
export function unequalFields<Values extends FieldValues>(values: Values, other: Values): (keyof Values & string)[] {
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

/** The kept fields with the type of the form's own: a form may have changed without a new version. */
function alikeFields(kept: Record<string, unknown>, own: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(changesOf(kept, own)).filter(([field, value]) => isAlike(value, own[field])))
}

function isAlike(kept: unknown, own: unknown): boolean {
  if (kept === null || own === null) return true
  if (typeof kept !== typeof own || Array.isArray(kept) !== Array.isArray(own)) return false
  if (typeof own !== 'object' || Array.isArray(own)) return true
  const [keptFields, ownFields] = [kept, own] as Record<string, unknown>[]
  return Object.keys({ ...keptFields, ...ownFields }).every((field) => isAlike(keptFields?.[field], ownFields?.[field]))
}
