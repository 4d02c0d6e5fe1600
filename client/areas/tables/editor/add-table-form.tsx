import { zodResolver } from '@hookform/resolvers/zod'
import { type RefObject, useEffect, useRef } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { Table } from '#shared/contracts/tables.ts'
import { randomKey } from '../../../lib/api/random-key.ts'
import { RequestError } from '../../../lib/api/request-error.ts'
import { Button } from '../../../ui/parts/button.tsx'
import { useAddTable } from './table-calls.ts'
import { FillInMessage, TableFields } from './table-fields.tsx'
import { nextNumber, type TypedTable, tableFormSchema } from './table-form.ts'

const DEFAULT_CAPACITY = '4'

interface AddTableFormProps {
  tables: readonly Table[]
  numberRef: RefObject<HTMLInputElement | null>
  /** Missing while there is no table, because the form then stays open. */
  onClose: (() => void) | undefined
}

/** The form to add tables one after another: after each, it offers the next number and focuses its field. */
export function AddTableForm({ tables, numberRef, onClose }: AddTableFormProps) {
  const { t } = useTranslation()
  const { mutate, isPending } = useAddTable()
  const offeredNumber = nextNumber(tables)
  const form = useForm({
    resolver: zodResolver(tableFormSchema),
    defaultValues: { number: offeredNumber, capacity: DEFAULT_CAPACITY, label: '' } satisfies TypedTable,
    // Validate on submit only: numbers are typed digit by digit.
    reValidateMode: 'onSubmit',
  })
  const { dirtyFields } = form.formState
  const isTyped = dirtyFields.number === true
  // Another device may have added a table: update the offered number unless the field was changed.
  useEffect(() => {
    if (!isTyped) form.resetField('number', { defaultValue: offeredNumber })
  }, [form, offeredNumber, isTyped])
  // Retry with the same idempotency key until the server has decided or the input changes.
  const attempt = useRef({ input: '', key: '' })
  const submit = form.handleSubmit((input) => {
    const inputText = JSON.stringify(input)
    if (attempt.current.input !== inputText) attempt.current = { input: inputText, key: randomKey() }
    mutate(
      { input, key: attempt.current.key },
      {
        onSuccess(added) {
          attempt.current = { input: '', key: '' }
          form.resetField('number', { defaultValue: nextNumber([...tables, added]) })
          form.resetField('label')
          form.resetField('capacity', { defaultValue: String(input.capacity) })
          form.setFocus('number', { shouldSelect: true })
        },
        onError(error) {
          if (!(error instanceof RequestError)) return
          // The server has decided: the next request is another attempt.
          if (error.isDecision) attempt.current = { input: '', key: '' }
          if (error.code !== 'table_number_taken') return
          form.setError('number', { type: 'server', message: error.serverMessage }, { shouldFocus: true })
        },
      },
    )
  })
  return (
    <form
      noValidate
      aria-label={t('tables.add')}
      onSubmit={(event) => void submit(event)}
      className="rounded-card border border-line bg-card p-4"
    >
      <div className="flex flex-wrap items-start gap-3">
        <TableFields
          form={form}
          numberRef={numberRef}
          className="w-[8.5rem] max-sm:w-auto max-sm:flex-1"
          labelClassName="w-[12rem] max-sm:w-full"
        />
        <Button type="submit" pending={isPending} className="min-h-[46px]! sm:mt-[25px] max-sm:w-full">
          {t('tables.add')}
        </Button>
        {onClose && (
          <Button variant="quiet" onClick={onClose} className="min-h-[46px]! sm:mt-[25px] max-sm:w-full">
            {t('common.close')}
          </Button>
        )}
      </div>
      <FillInMessage form={form} />
    </form>
  )
}
