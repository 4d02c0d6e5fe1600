import { type ChangeEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type BulkChange, ROUND_TO } from '#shared/contracts/menu/menu-bulk.ts'
import { useMoney, useSettings } from '../../../lib/settings/settings.ts'
import { ChoiceChips } from '../../../ui/inputs/choice-chips.tsx'
import { Field, TextInput } from '../../../ui/inputs/field.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { useStayOpen } from '../../../ui/overlays/stay-open.ts'
import { Button } from '../../../ui/parts/button.tsx'
import { PriceInput } from '../price/price-input.tsx'
import { readPrice } from '../price/price-text.ts'
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
  const { currency } = useSettings()
  const input = useRef<HTMLInputElement>(null)
  const [isInvalid, setInvalid] = useState(false)
  const { direction, unit, text, roundTo } = value
  const isAmount = unit === 'amount'
  const change = parsePriceChange(value, currency)
  const isUnclear = isAmount && readPrice(text).kind === 'unclear'
  const wrong = isUnclear ? t('menuEditor.price.choose') : t(`menuImports.bulk.${isAmount ? 'amount' : direction}Wrong`)
  const handleChange = ({ target }: ChangeEvent<HTMLInputElement>) => set({ text: target.value })
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
        error={isInvalid ? wrong : undefined}
        hint={isAmount && t(`menuEditor.price.hint.${currency}`)}
      >
        {(control) => {
          const props = { ...control, ref: input, value: text, onChange: handleChange }
          if (isAmount) return <PriceInput {...props} text={text} onChoose={(chosen) => set({ text: chosen })} />
          return (
            <div className="flex items-center gap-3">
              <TextInput
                {...props}
                inputMode="decimal"
                autoComplete="off"
                maxLength={12}
                className="figures max-w-40"
              />
              <span className="font-semibold text-muted">%</span>
            </div>
          )
        }}
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
