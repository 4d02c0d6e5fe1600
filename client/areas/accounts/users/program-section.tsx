import type { UseQueryResult } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type ReactNode, type RefObject, useId } from 'react'
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'
import { showDialog } from '../../../kit/dialog.tsx'
import { copyText } from '../../../lib/api/files.ts'
import { fieldError } from '../../../lib/changes/field-error.ts'
import { toastFailure } from '../../../lib/changes/send-change.ts'
import { NotLoaded } from '../../../lib/loading/list.tsx'
import { Button, FieldError, Switch, TextField, t, toast } from '../../../ui/index.ts'

interface SectionProps<Item> {
  part: 'programs' | 'webhooks'
  query: UseQueryResult<Item[]>
  max: number
  addButton: RefObject<HTMLButtonElement | null>
  /** The form of a new entry, in a dialog. */
  form: ReactNode
  /** A row of the list. */
  children: (item: Item) => ReactNode
}

/** A list of what the restaurant's other programs may do or hear of, with a button that adds to it. */
export function ProgramSection<Item>({ part, query, max, addButton, form, children }: SectionProps<Item>) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="mt-6 border-t border-line pt-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0 flex-1 basis-52">
          <h3 id={titleId} className="text-base font-bold">
            {t(`users.${part}.title`)}
          </h3>
          <p className="mt-1 text-sm text-muted">{t(`users.${part}.hint`)}</p>
        </div>
        <Button
          ref={addButton}
          variant="outline"
          disabled={(query.data?.length ?? 0) >= max}
          onClick={() => void showDialog({ title: t(`users.${part}.addTitle`), content: () => form })}
        >
          <Plus className="size-4.5" />
          {t(`users.${part}.add`)}
        </Button>
      </div>
      {query.data ? (
        query.data.length > 0 && (
          <ul aria-labelledby={titleId} className="mt-3 divide-y divide-line card-face">
            {query.data.map(children)}
          </ul>
        )
      ) : (
        <NotLoaded queries={[query]} shapes={['h-24']} className="mt-3" />
      )}
    </section>
  )
}

interface RowProps {
  name: string
  /** What stands below the name, line by line. */
  lines: readonly (string | false)[]
  children: ReactNode
}

export function EntryLine({ name, lines, children }: RowProps) {
  return (
    <li aria-label={name} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 px-4 py-3.5">
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-semibold break-words">{name}</p>
        {lines.map(
          (line) =>
            line && (
              <p key={line} className="mt-1 text-sm text-muted">
                {line}
              </p>
            ),
        )}
      </div>
      {children}
    </li>
  )
}

interface ChoicesProps<Values extends FieldValues, Value extends string> {
  control: Control<Values>
  name: FieldPath<Values>
  legend: string
  values: readonly Value[]
  labelOf: (value: Value) => string
}

/** A field that is a list of values, with a switch for each. */
export function Choices<Values extends FieldValues, Value extends string>(props: ChoicesProps<Values, Value>) {
  const { legend, values, labelOf } = props
  const errorId = useId()
  const { field, fieldState } = useController(props)
  const error = fieldError(fieldState.error)
  const chosen = field.value as readonly Value[]
  return (
    <fieldset aria-describedby={error && errorId} className="flex flex-col gap-1">
      <legend className="text-sm font-semibold">{legend}</legend>
      {values.map((value) => (
        <Switch
          key={value}
          label={labelOf(value)}
          checked={chosen.includes(value)}
          onCheckedChange={(on) =>
            field.onChange(values.filter((other) => (other === value ? on : chosen.includes(other))))
          }
        />
      ))}
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </fieldset>
  )
}

/** A token or secret that the server shows once. */
export function ShownOnce({ label, value }: { label: string; value: string }) {
  const copy = () =>
    copyText(value).then(
      () => void toast({ title: t('common.copied') }),
      (error) => toastFailure(t('users.programs.copyFailed'), error),
    )
  return (
    <>
      <TextField
        label={label}
        hint={t('users.programs.once')}
        readOnly
        value={value}
        onFocus={({ target }) => target.select()}
      />
      <Button onClick={() => void copy()} className="mt-4 w-full">
        {t('common.copy')}
      </Button>
    </>
  )
}
