import type { UseFormRegisterReturn } from 'react-hook-form'
import { IMAGE_URL_MAX } from '#shared/contracts/pictures.ts'
import { isOwnPicture } from '#shared/domain/menu/pictures.ts'
import { Field, TextInput } from '../../../ui/inputs/field.tsx'

interface PictureAddressFieldProps {
  label: string
  error: string | undefined
  /** The present URL. If it is that of an uploaded picture, the field is not shown. */
  url: string
  field: UseFormRegisterReturn
}

/** The field for the URL of a picture on another server. */
export function PictureAddressField({ label, error, url, field }: PictureAddressFieldProps) {
  if (isOwnPicture(url)) return null
  return (
    <Field label={label} error={error}>
      {(control) => (
        <TextInput
          {...control}
          {...field}
          type="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="https://"
          maxLength={IMAGE_URL_MAX}
        />
      )}
    </Field>
  )
}
