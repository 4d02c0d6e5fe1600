import type { FieldValues, Path, RegisterOptions, UseFormReturn } from 'react-hook-form'
import { readWording } from '#shared/contracts/base/wording.ts'
import type { AnyText } from '#shared/i18n/translate.ts'
import { t } from '../../ui/translation.ts'

interface FieldError {
  message?: string
  type?: string | number
}

/** A field's error in the page's language. Contracts produce translation keys; the server's messages are translated. */
export function fieldError(error: FieldError | undefined): string | undefined {
  if (!error) return undefined
  const { message = '', type } = error
  if (type === 'server' && message) return message
  const { key, values } = readWording(message)
  const text = (t as AnyText)(key, values)
  return text === key ? t('errors.invalid_input') : text
}

/** Returns a function that gives a `TextField` its place in a form, and its error. */
export function fieldProps<Values extends FieldValues, Context, Input>(form: UseFormReturn<Values, Context, Input>) {
  return <Name extends Path<Values>>(name: Name, options?: RegisterOptions<Values, Name>) => ({
    register: () => form.register(name, options),
    error: fieldError(form.getFieldState(name, form.formState).error),
  })
}
