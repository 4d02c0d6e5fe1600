import type { i18n } from 'i18next'
import { useCallback } from 'react'
import type { FieldValues, Path, RegisterOptions, UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { readWording } from '#shared/contracts/base/wording.ts'

interface FieldError {
  message?: string
  type?: string | number
}

/** A field's error in the page's language. Contracts produce translation keys; the server's messages are translated. */
export function fieldError({ message = '', type }: FieldError, i18n: i18n): string {
  if (type === 'server' && message) return message
  const { key, values } = readWording(message)
  // The key is plain text here; the compiler cannot check it.
  return i18n.exists(key, values) ? i18n.t(key as 'nameRequired', values) : i18n.t('errors.invalid_input')
}

/** Returns `fieldError` for the current language. */
export function useFieldError(): (error: FieldError | undefined) => string | undefined {
  const { i18n } = useTranslation()
  return useCallback((error) => error && fieldError(error, i18n), [i18n])
}

/** Returns a function that gives a `TextField` its place in a form, and its error. */
export function useFieldProps<Values extends FieldValues, Context, Input>(form: UseFormReturn<Values, Context, Input>) {
  const fieldError = useFieldError()
  return <Name extends Path<Values>>(name: Name, options?: RegisterOptions<Values, Name>) => ({
    register: () => form.register(name, options),
    error: fieldError(form.getFieldState(name, form.formState).error),
  })
}
