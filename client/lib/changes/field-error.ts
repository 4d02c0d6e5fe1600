import { useCallback } from 'react'
import type { FieldValues, Path, RegisterOptions, UseFormReturn } from 'react-hook-form'
import { readWording } from '#shared/contracts/base/wording.ts'
import type { TFunction } from '#shared/i18n/translate.ts'
import { useTranslation } from '../../ui/translation.ts'

interface FieldError {
  message?: string
  type?: string | number
}

/** A field's error in the page's language. Contracts produce translation keys; the server's messages are translated. */
export function fieldError({ message = '', type }: FieldError, t: TFunction): string {
  if (type === 'server' && message) return message
  const { key, values } = readWording(message)
  // The key is plain text here; the compiler cannot check it.
  const text = t(key as 'nameRequired', values)
  return text === key ? t('errors.invalid_input') : text
}

export function useFieldError(): (error: FieldError | undefined) => string | undefined {
  const { t } = useTranslation()
  return useCallback((error) => error && fieldError(error, t), [t])
}

/** Returns a function that gives a `TextField` its place in a form, and its error. */
export function useFieldProps<Values extends FieldValues, Context, Input>(form: UseFormReturn<Values, Context, Input>) {
  const fieldError = useFieldError()
  return <Name extends Path<Values>>(name: Name, options?: RegisterOptions<Values, Name>) => ({
    register: () => form.register(name, options),
    error: fieldError(form.getFieldState(name, form.formState).error),
  })
}
