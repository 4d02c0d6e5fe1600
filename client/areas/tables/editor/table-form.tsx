import { zodResolver } from '@hookform/resolvers/zod'
import { type RefObject, useEffect } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import {
  TABLE_LABEL_MAX,
  TABLE_NUMBER_MAX,
  TABLES_AT_ONCE,
  type Table,
  tableInputSchema,
} from '#shared/contracts/tables.ts'
import { EditorForm } from '../../../lib/changes/editor-form.tsx'
import { useFieldError } from '../../../lib/changes/field-error.ts'
import { useEditor } from '../../../lib/changes/use-editor.ts'
import { Button, Dialog, Field, type FieldControl, TextInput, useTranslation } from '../../../ui/index.ts'
import { useAddTables, useSaveTable } from './table-requests.ts'

/** The message for a field that is empty or contains no whole number; the form shows it once for all fields. */
const FILL_IN = 'tables.fillIn'

const whole = (rule: z.ZodMiniType<number, number>) =>
  z.pipe(
    z.pipe(
      z.string().check(
        z.overwrite((text) => text.trim()),
        z.regex(/^-?\d+$/, FILL_IN),
      ),
      z.transform(Number),
    ),
    rule,
  )

/** Parses the typed fields (docs/product/tables.md#tables-form). */
const tableFormSchema = z.object({
  number: whole(tableInputSchema.shape.number),
  capacity: whole(tableInputSchema.shape.capacity),
  label: tableInputSchema.shape.label,
})
type TypedTable = z.input<typeof tableFormSchema>

/** The numbers that a text such as "1, 2, 5-8" names; undefined for any other text. */
function readNumbers(text: string): number[] | undefined {
  const numbers = new Set<number>()
  for (const part of text.split(/[,;]/)) {
    const [, from, to = from] = /^\s*(-?\d{1,6})(?:\s*[-–—]\s*(\d{1,6}))?\s*$/.exec(part) ?? []
    if (from === undefined) return undefined
    const last = Math.min(Number(to), Number(from) + TABLES_AT_ONCE)
    for (let number = Number(from); number <= last; number++) numbers.add(number)
    if (last < Number(from)) return undefined
  }
  return [...numbers]
}

/** Parses the typed fields of a form that adds tables, which may name several numbers. */
const newTablesSchema = z.object({
  ...tableFormSchema.shape,
  number: z.pipe(
    z.string(),
    z.transform((text, { issues }) => {
      const numbers = readNumbers(text)
      const { error } = z.safeParse(numberList, numbers ?? [])
      const message = numbers ? error?.issues[0]?.message : FILL_IN
      if (message) issues.push({ code: 'custom', message, input: text })
      return numbers ?? []
    }),
  ),
})
const numberList = z.array(tableInputSchema.shape.number).check(z.maxLength(TABLES_AT_ONCE))

/** The number after the highest one, offered for the next table; empty if there is none. */
function nextNumber(tables: readonly Table[]): string {
  const next = Math.max(0, ...tables.map(({ number }) => number)) + 1
  return next > TABLE_NUMBER_MAX ? '' : String(next)
}

// biome-ignore lint/suspicious/noExplicitAny: forms differ in their output types.
type TableForm = UseFormReturn<TypedTable, any, any>

interface TableFieldsProps {
  form: TableForm
  numberRef?: RefObject<HTMLInputElement | null>
  /** How many tables the number names; missing where it can name one alone. */
  count?: number
  className: string
  labelClassName: string
}

/** Number, capacity and label, each with its own error; `FillInMessage` shows that of empty ones once. */
function TableFields({ form, numberRef, count, className, labelClassName }: TableFieldsProps) {
  const { t } = useTranslation()
  const fieldError = useFieldError()
  const { errors } = form.formState
  const fields = [
    ['number', count === undefined ? 4 : 60],
    ['capacity', 3],
    ['label', TABLE_LABEL_MAX],
  ] as const
  // Several tables cannot have one label.
  const shown = fields.filter(([name]) => name !== 'label' || (count ?? 1) <= 1)
  return shown.map(([name, maxLength]) => {
    const isMissing = errors[name]?.message === FILL_IN
    const { ref, ...field } = form.register(name)
    const marked = (control: FieldControl) => ({ ...control, ...(isMissing && { 'aria-invalid': true as const }) })
    return (
      <Field
        key={name}
        label={t(`tables.${name}`)}
        error={isMissing ? undefined : fieldError(errors[name])}
        hint={name === 'number' && count !== undefined && t('tables.numberHint')}
        className={name === 'label' ? labelClassName : className}
      >
        {(control) => (
          <TextInput
            {...marked(control)}
            {...field}
            ref={(input) => {
              ref(input)
              if (name === 'number' && numberRef) numberRef.current = input
            }}
            {...(name === 'label' ? { placeholder: t('tables.labelExample') } : {})}
            // The keyboard of digits has no dash on some phones.
            inputMode={name === 'label' || (name === 'number' && count !== undefined) ? undefined : 'numeric'}
            maxLength={maxLength}
            className="figures"
          />
        )}
      </Field>
    )
  })
}

function FillInMessage({ form }: { form: TableForm }) {
  const { t } = useTranslation()
  const { errors } = form.formState
  const isMissing = [errors.number, errors.capacity].some((error) => error?.message === FILL_IN)
  return (
    <p role="alert" className="text-sm font-medium text-cancelled">
      {isMissing && t(FILL_IN)}
    </p>
  )
}

const DEFAULT_CAPACITY = '4'

interface AddTableFormProps {
  tables: readonly Table[]
  numberRef: RefObject<HTMLInputElement | null>
}

/** The form to add tables, one or several at once: after each time, it offers the next number and focuses its field. */
export function AddTableForm({ tables, numberRef }: AddTableFormProps) {
  const { t } = useTranslation()
  const { mutateAsync } = useAddTables()
  const offeredNumber = nextNumber(tables)
  const { form, isPending, submit } = useEditor<TypedTable, z.output<typeof newTablesSchema>, Table[]>({
    name: 'table.new',
    resolver: zodResolver(newTablesSchema) as never,
    saved: null,
    start: { number: offeredNumber, capacity: DEFAULT_CAPACITY, label: '' },
    // The next table has as many seats.
    valuesOf: (added) => ({
      number: nextNumber([...tables, ...added]),
      capacity: String(added[0]?.capacity ?? DEFAULT_CAPACITY),
      label: '',
    }),
    add: ({ number: numbers, ...details }, key) => mutateAsync({ input: { ...details, numbers }, key }),
    fieldOfCode: { table_number_taken: 'number' },
    onDone() {
      numberRef.current?.focus()
      numberRef.current?.select()
    },
  })
  const count = readNumbers(useWatch({ control: form.control, name: 'number' }))?.length ?? 0
  const isTyped = form.formState.dirtyFields.number === true
  // Another device may have added a table: update the offered number unless the field was changed.
  useEffect(() => {
    if (!isTyped) form.resetField('number', { defaultValue: offeredNumber })
  }, [form, offeredNumber, isTyped])
  return (
    <form noValidate aria-label={t('tables.add')} onSubmit={(event) => void submit(event)}>
      <div className="grid grid-cols-2 items-start gap-3">
        <TableFields form={form} numberRef={numberRef} count={count} className="min-w-0" labelClassName="min-w-0" />
        <Button
          type="submit"
          pending={isPending}
          className={count > 1 ? 'col-span-2' : 'mt-[25px] min-h-[46px]! px-3!'}
        >
          {count > 1 ? t('tables.addSeveral', { count }) : t('tables.add')}
        </Button>
      </div>
      <FillInMessage form={form} />
    </form>
  )
}

export function EditTableDialog({ open, table, onClose }: { open: boolean; table: Table; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={t('tables.editTitle', { number: table.number })}
      description={t('tables.renumberHint')}
    >
      <EditTableForm table={table} onClose={onClose} />
    </Dialog>
  )
}

const valuesOf = ({ number, capacity, label }: Table): TypedTable => ({
  number: String(number),
  capacity: String(capacity),
  label: label ?? '',
})

function EditTableForm({ table, onClose }: { table: Table; onClose: () => void }) {
  const { mutateAsync } = useSaveTable()
  const editor = useEditor({
    name: `table.${table.id}`,
    resolver: zodResolver(tableFormSchema),
    saved: table,
    valuesOf,
    change: (changed) => mutateAsync({ item: table, input: changed }),
    fieldOfCode: { table_number_taken: 'number' },
    onDone: onClose,
  })
  return (
    <EditorForm editor={editor} onCancel={onClose}>
      <div className="flex flex-wrap items-start gap-3">
        <TableFields form={editor.form} className="min-w-0 flex-1" labelClassName="w-full" />
      </div>
      <FillInMessage form={editor.form} />
    </EditorForm>
  )
}
