import { zodResolver } from '@hookform/resolvers/zod'
import type { ReactNode } from 'react'
import { type FieldValues, type Path, useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { useStayOpen } from '../../ui/overlays/dialog.tsx'
import { Button } from '../../ui/parts/button.tsx'
import { RequestError } from '../api/request-error.ts'
import { fieldProps } from './field-error.ts'

interface SendFormOptions<Values extends FieldValues, Input> {
  schema: z.ZodMiniType<Input, Values>
  start: Values
  /** Its failures are reported by the mutation, which may leave those in `fieldOfCode` to the field. */
  send: (input: Input) => Promise<unknown>
  /** The field that shows the server's message for a code. */
  fieldOfCode?: Partial<Record<string, Path<Values>>>
  onSent?: () => void
}

/** A form that only sends: it changes nothing saved, and keeps no draft, since most such forms have a password. */
export function useSendForm<Values extends FieldValues, Input>(options: SendFormOptions<Values, Input>) {
  const form = useForm<Values, unknown, Input>({
    resolver: zodResolver(options.schema),
    defaultValues: options.start as never,
  })
  useStayOpen(form.formState.isDirty)
  const submit = form.handleSubmit(async (input) => {
    try {
      await options.send(input)
    } catch (error) {
      if (!(error instanceof RequestError)) return
      const field = options.fieldOfCode?.[error.code ?? '']
      if (field) form.setError(field, { type: 'server', message: error.serverMessage }, { shouldFocus: true })
      return
    }
    options.onSent?.()
  })
  return {
    form,
    register: fieldProps(form),
    isPending: form.formState.isSubmitting,
    submit: () => void submit(),
  }
}

interface SendFormProps {
  sending: { isPending: boolean; submit: () => void }
  label: string
  className?: string
  children: ReactNode
}

/** The fields of a form that only sends, and its button below. */
export function SendForm({ sending, label, className, children }: SendFormProps) {
  return (
    <form
      noValidate
      className={className}
      onSubmit={(event) => {
        event.preventDefault()
        sending.submit()
      }}
    >
      <div className="flex flex-col gap-4">
        {children}
        <Button type="submit" pending={sending.isPending} className="mt-1 w-full">
          {label}
        </Button>
      </div>
    </form>
  )
}
