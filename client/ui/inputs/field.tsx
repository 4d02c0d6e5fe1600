import { CircleAlert } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from '../cx.ts'

export interface FieldControl {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

export interface FieldProps {
  label: ReactNode
  /** The message shown below the field, in the user's language. */
  error?: string
  hint?: ReactNode
  className?: string
  children: (control: FieldControl) => ReactNode
}

/** A labelled control with its error or hint below, associated for screen readers. */
export function Field({ label, error, hint, className, children }: FieldProps) {
  const id = useId()
  const below = error || hint ? `${id}-below` : undefined
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1 block text-sm font-semibold">
        {label}
      </label>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': below })}
      {error ? (
        <FieldError id={below}>{error}</FieldError>
      ) : (
        hint && (
          <p id={below} className="col-span-full mt-1.5 text-sm text-muted">
            {hint}
          </p>
        )
      )}
    </div>
  )
}

/** The message of an error, below its control. */
export function FieldError({ id, children }: { id: string | undefined; children: ReactNode }) {
  return (
    <p id={id} className="col-span-full mt-1 flex items-start gap-1.5 text-sm font-medium text-cancelled">
      <CircleAlert className="mt-0.5 size-4 shrink-0" />
      {children}
    </p>
  )
}

const CONTROL = 'control px-3.5 text-base placeholder:text-muted focus-visible:-outline-offset-1 disabled:bg-sunk'

/** A text input. Its font size is 16 px, because iPhones zoom into inputs with smaller text. Browsers fill in nothing unless told what. */
export function TextInput({ className, ...rest }: ComponentProps<'input'>) {
  return <input autoComplete="off" className={cx(CONTROL, 'h-[46px]', className)} {...rest} />
}

export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      autoComplete="off"
      className={cx(CONTROL, 'min-h-[46px] resize-y py-2.5 leading-snug', className)}
      {...rest}
    />
  )
}

type TextFieldProps<Input> = Omit<FieldProps, 'className' | 'children'> & {
  fieldClass?: string
  as?: (props: Input) => ReactNode
  /** Enters it in a form: while it is rendered, so that the first wrong field of a page is the first of its form. */
  register?: () => object
} & Omit<Input, keyof FieldControl>

export function TextField<Input extends object = ComponentProps<'input'>>(props: TextFieldProps<Input>) {
  const { label, error, hint, fieldClass, as: Control = TextInput, register, ...input } = props
  return (
    <Field label={label} error={error} hint={hint} className={fieldClass}>
      {(control) => <Control {...control} {...register?.()} {...(input as unknown as Input)} />}
    </Field>
  )
}
