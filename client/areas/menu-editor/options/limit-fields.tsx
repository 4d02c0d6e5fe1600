import type { ComponentProps } from 'react'
import { useWatch } from 'react-hook-form'
import { MAX_GROUP_OPTIONS } from '#shared/domain/menu/options.ts'
import { useFieldError } from '../../../lib/changes/field-error.ts'
import { ChoiceChips, FieldError, Stepper, useTranslation } from '../../../ui/index.ts'
import { type GroupEditorForm, KIND_LIMITS, KINDS, kindOf, useGroupTexts } from './group-form.ts'

/** A stepper with its label in sight. */
export function LabelledStepper(props: ComponentProps<typeof Stepper>) {
  return (
    <div className="flex flex-wrap items-center gap-x-3">
      <span aria-hidden="true" className="font-semibold text-sm">
        {props.name}
      </span>
      <Stepper {...props} />
    </div>
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
  // A kind with the limit 1 is another one.
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
          <LabelledStepper
            name={t('menuOptions.min')}
            quantity={min}
            max={max ?? MAX_GROUP_OPTIONS}
            onChange={(next) => set({ min: next })}
          />
        )}
        {kind !== 'one' && (
          <LabelledStepper
            name={t('menuOptions.max')}
            text={max === null ? t('menuOptions.any') : undefined}
            // Without a limit, one more is the lowest limit; above all options, one more is no limit.
            quantity={max ?? lowestMax - 1}
            min={max === null ? lowestMax - 1 : lowestMax}
            max={MAX_GROUP_OPTIONS + 1}
            onChange={(next) => set({ max: next > MAX_GROUP_OPTIONS ? null : next })}
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
