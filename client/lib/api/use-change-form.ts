import { type FieldValues, type Path, type Resolver, useForm } from 'react-hook-form'
import { useStayOpen } from '../../ui/overlays/stay-open.ts'
import { RequestError } from './request-error.ts'

interface ChangeForm<Typed extends FieldValues, Change extends object, Held> {
  resolver: Resolver<Typed, unknown, Change>
  /** What the server has. */
  held: Held
  /** What the fields show of it. */
  valuesOf: (held: Held) => Typed
  save: (change: Partial<Change>, then: { onSuccess: (held: Held) => void; onError: (error: Error) => void }) => void
}

/**
 * A form that changes what the server has. A field in which nobody has typed shows what holds, also what another owner
 * saves meanwhile. Only the other fields are sent, and what is typed while they are being saved stays.
 */
export function useChangeForm<Typed extends FieldValues, Change extends object, Held>({
  resolver,
  held,
  valuesOf,
  save,
}: ChangeForm<Typed, Change, Held>) {
  const form = useForm({ resolver, values: valuesOf(held), resetOptions: { keepDirtyValues: true } })
  const { dirtyFields, errors, isDirty } = form.formState
  useStayOpen(isDirty)

  const refused = (error: Error) => {
    if (!(error instanceof RequestError)) return
    const issues = error.issues.filter(({ path }) => path in form.getValues())
    issues.forEach(({ path, message }, i) => {
      form.setError(path as Path<Typed>, { type: 'server', message }, { shouldFocus: i === 0 })
    })
  }
  const submit = form.handleSubmit((change) => {
    const names = Object.keys(dirtyFields) as Path<Typed>[]
    const typed = form.getValues()
    const isChanged = ([name]: [string, unknown]) => names.includes(name as Path<Typed>)
    save(Object.fromEntries(Object.entries(change).filter(isChanged)) as Partial<Change>, {
      onSuccess(now) {
        const saved = valuesOf(now)
        for (const name of names) {
          if (form.getValues(name) === typed[name]) form.resetField(name, { defaultValue: saved[name] })
        }
      },
      onError: refused,
    })
  })
  return { form, errors, submit }
}
