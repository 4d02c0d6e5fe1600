import { type LucideIcon, Minus, Plus } from 'lucide-react'
import { useWatch } from 'react-hook-form'
import { MAX_GROUP_OPTIONS } from '#shared/domain/menu/options.ts'
import { useFieldError } from '../../../lib/changes/field-error.ts'
import { ChoiceChips, FieldError, IconButton, useTranslation } from '../../../ui/index.ts'
import { type GroupEditorForm, KIND_LIMITS, KINDS, kindOf, useGroupTexts } from './group-form.ts'

interface StepperProps {
  label: string
  /** What is shown: the number, or a word for none. */
  text: string
  /** The numbers before and after; undefined at an end. */
  lower: (() => void) | undefined
  raise: (() => void) | undefined
}

export function Stepper({ label, text, lower, raise }: StepperProps) {
  const { t } = useTranslation()
  const button = (what: 'lower' | 'raise', Icon: LucideIcon, act: (() => void) | undefined) => (
    <IconButton
      label={t(`menuOptions.${what}`, { what: label })}
      // Not `disabled`, because the button would lose the focus.
      aria-disabled={!act}
      onClick={act}
      className="rounded-full! aria-disabled:opacity-40"
    >
      <Icon className="size-4.5" />
    </IconButton>
  )
  return (
    <fieldset aria-label={label} className="flex flex-wrap items-center gap-x-3">
      <span aria-hidden="true" className="font-semibold text-sm">
        {label}
      </span>
      <span className="flex items-center rounded-full bg-sunk">
        {button('lower', Minus, lower)}
        <output className="figures min-w-8 text-center font-bold">{text}</output>
        {button('raise', Plus, raise)}
      </span>
    </fieldset>
  )
}

/** What guests do with a group, by an example, and how many they choose, in words beside the numbers. */
export function LimitFields({ form }: { form: GroupEditorForm }) {
  const { t } = useTranslation()
  const fieldError = useFieldError()
  const values = useWatch({ control: form.control, compute: ({ without, min, max }) => ({ without, min, max }) })
  const { limits } = useGroupTexts()
  const kind = kindOf(values)
  const set = (next: Partial<typeof values>) => {
    for (const [field, value] of Object.entries(next))
      form.setValue(field as 'min', value as number, { shouldDirty: true })
    if (form.formState.isSubmitted) void form.trigger()
  }
  const { min, max } = values
  // Below it, and above all options, there is no limit; a kind with the limit 1 is another one.
  const lowestMax = Math.max(min, kind === 'some' ? 2 : 1)
  const { errors } = form.formState
  const error = fieldError(errors.max ?? errors.without ?? errors.min)
  return (
    <div className="space-y-3">
      <ChoiceChips
        label={t('menuOptions.kind')}
        value={kind}
        onChange={(next) => set(KIND_LIMITS[next])}
        options={KINDS.map((each) => ({ value: each, label: t(`menuOptions.kinds.${each}`) }))}
      />
      <p className="text-muted text-sm">{t(`menuOptions.examples.${kind}`)}</p>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2 rounded-card border border-line bg-paper px-4 py-2.5">
        {kind !== 'without' && (
          <Stepper
            label={t('menuOptions.min')}
            text={String(min)}
            lower={min > 0 ? () => set({ min: min - 1 }) : undefined}
            raise={min < (max ?? MAX_GROUP_OPTIONS) ? () => set({ min: min + 1 }) : undefined}
          />
        )}
        {kind !== 'one' && (
          <Stepper
            label={t('menuOptions.max')}
            text={max === null ? t('menuOptions.any') : String(max)}
            lower={max === null || max <= lowestMax ? undefined : () => set({ max: max - 1 })}
            raise={() => set({ max: max === null ? lowestMax : max < MAX_GROUP_OPTIONS ? max + 1 : null })}
          />
        )}
        <p className="text-muted text-sm sm:ml-auto">
          {t('menuOptions.guestsRead')}{' '}
          <strong className="text-body text-ready">{t('menuOptions.quoted', { words: limits(values) })}</strong>
        </p>
      </div>
      {error && <FieldError id={undefined}>{error}</FieldError>}
    </div>
  )
}
