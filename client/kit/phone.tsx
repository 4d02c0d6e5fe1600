import type { TextKey } from '#shared/i18n/translate.ts'
import { TextField } from '../ui/inputs/field.tsx'
import { PhoneInput } from '../ui/phone/phone-input.tsx'
import { t } from '../ui/translation.ts'
import { useField } from './fields.tsx'

/** A phone number; not in `fieldsOf`, since few forms need the numbers of all countries. */
export function Phone({ name, label, required }: { name: string; label: TextKey; required?: boolean }) {
  const { error, field } = useField(name, label)
  const { value, ...input } = field
  return <TextField as={PhoneInput} label={t(label)} error={error} {...input} {...{ required }} defaultValue={value} />
}
