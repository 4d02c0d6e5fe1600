import { useState } from 'react'
import { type FieldValues, type Path, type Resolver, useForm } from 'react-hook-form'
import { RequestError } from '../api/request-error.ts'
import { formDraft, useFormDraft } from './use-form-draft.ts'

interface ChangeForm<Values extends FieldValues, Change extends object, Saved> {
  /** The name of the form's draft, with the id of what it changes. */
  name: string
  resolver: Resolver<Values, unknown, Change>
  /** The data as last fetched from the server. */
  saved: Saved
  /** The values of the form's fields for that data. */
  valuesOf: (saved: Saved) => Values
  save: (
    change: Partial<Change>,
    callbacks: { onSuccess: (saved: Saved) => void; onError: (error: Error) => void },
  ) => void
}

/** Rises when a field of any of these forms changes its meaning; a new or removed field needs no new version. */
const DRAFT_VERSION = 1

/**
 * A form that changes saved data. An untouched field follows the server, also when another owner saves meanwhile. Only
 * changed fields are sent, and input made while they are being saved stays. What is typed is kept as a draft.
 */
export function useChangeForm<Values extends FieldValues, Change extends object, Saved>({
  name,
  resolver,
  saved,
  valuesOf,
  save,
}: ChangeForm<Values, Change, Saved>) {
  const savedValues = valuesOf(saved)
  const form = useForm({ resolver, values: savedValues, resetOptions: { keepDirtyValues: true } })
  const { dirtyFields, errors } = form.formState
  const [stored] = useState(() => formDraft(name, DRAFT_VERSION))
  const draft = useFormDraft({ form, draft: stored, saved: savedValues })

  const showIssues = (error: Error) => {
    if (!(error instanceof RequestError)) return
    const issues = error.issues.filter(({ path }) => path in form.getValues())
    issues.forEach(({ path, message }, i) => {
      form.setError(path as Path<Values>, { type: 'server', message }, { shouldFocus: i === 0 })
    })
  }
  const submit = form.handleSubmit((change) => {
    const names = Object.keys(dirtyFields) as Path<Values>[]
    const sent = form.getValues()
    const isChanged = ([name]: [string, unknown]) => names.includes(name as Path<Values>)
    save(Object.fromEntries(Object.entries(change).filter(isChanged)) as Partial<Change>, {
      onSuccess(newlySaved) {
        const values = valuesOf(newlySaved)
        for (const name of names) {
          if (form.getValues(name) === sent[name]) form.resetField(name, { defaultValue: values[name] })
        }
      },
      onError: showIssues,
    })
  })
  return { form, errors, submit, draft }
}
