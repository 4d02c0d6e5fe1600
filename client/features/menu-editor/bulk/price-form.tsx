import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type BulkChange, ROUND_TO } from '#shared/contracts/menu/menu-bulk.ts'
import { useMoney } from '../../../entities/settings/index.ts'
import { ChoiceChips } from '../../../ui/inputs/choice-chips.tsx'
import { Field, TextInput } from '../../../ui/inputs/field.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { useStayOpen } from '../../../ui/overlays/stay-open.ts'
import { Button } from '../../../ui/parts/button.tsx'
import { type PriceChangeInput, parsePriceChange } from './price-change.ts'

interface PriceFormProps {
  value: PriceChangeInput
  onChange: (value: PriceChangeInput) => void
  onPreview: (change: BulkChange) => void
}

/** The form for a price change: direction, amount or percentage, rounding. */
export function PriceForm({ value, onChange, onPreview }: PriceFormProps) {
  const { t } = useTranslation()
  const { format } = useMoney()
  const input = useRef<HTMLInputElement>(null)
  const [isInvalid, setInvalid] = useState(false)
  const { direction, unit, text, roundTo } = value
  const isAmount = unit === 'amount'
  const change = parsePriceChange(value)
  useStayOpen(text !== '')

  function set(next: Partial<PriceChangeInput>) {
    setInvalid(false)
    onChange({ ...value, ...next })
  }

  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (change) return onPreview(change)
        setInvalid(true)
        input.current?.focus()
      }}
    >
      <div className="flex flex-wrap gap-x-8 gap-y-4">
        <ChoiceChips
          label={t('menuImports.bulk.direction')}
          value={direction}
          onChange={(next) => set({ direction: next })}
          options={(['raise', 'lower'] as const).map((each) => ({ value: each, label: t(`menuImports.bulk.${each}`) }))}
        />
        <ChoiceChips
          label={t('menuImports.bulk.by')}
          value={unit}
          onChange={(next) => set({ unit: next })}
          options={(['percent', 'amount'] as const).map((each) => ({
            value: each,
            label: t(`menuImports.bulk.${each}`),
          }))}
        />
      </div>
      <Field
        label={t(isAmount ? 'menuImports.bulk.amountLabel' : 'menuImports.bulk.percentLabel')}
        error={isInvalid ? t(`menuImports.bulk.${isAmount ? 'amount' : direction}Wrong`) : undefined}
      >
        {(control) => (
          <div className="flex items-center gap-3">
            <TextInput
              {...control}
              ref={input}
              inputMode={isAmount ? 'numeric' : 'decimal'}
              autoComplete="off"
              maxLength={12}
              value={text}
              onChange={({ target }) => set({ text: target.value })}
              className="figures max-w-40"
            />
            <output className="figures font-semibold text-muted">
              {isAmount ? change && 'price' in change && format(change.price.add ?? 0) : '%'}
            </output>
          </div>
        )}
      </Field>
      <Field label={t('menuImports.bulk.roundTo')}>
        {({ id }) => (
          <Select
            id={id}
            value={roundTo}
            onValueChange={(next) => set({ roundTo: next })}
            options={ROUND_TO.map((unit) => ({ value: unit, label: format(unit) }))}
          />
        )}
      </Field>
      <Button type="submit" size="large" className="mt-1 w-full">
        {t('menuImports.bulk.preview')}
      </Button>
    </form>
  )
}
