import { ChevronDown, Download } from 'lucide-react'
import { getFiscalBridge } from '#shared/contracts/fiscal.ts'
import { type FiscalProfile, fiscalProfileSchema } from '#shared/contracts/fiscal-device.ts'
import type { Printer, PrinterInput } from '#shared/contracts/printers.ts'
import { EXAMPLES, fiscalText } from '#shared/domain/fiscal/fiscal-text.ts'
import { DEFAULT_METHODS } from '#shared/domain/payments/methods.ts'
import { useRun } from '../../../kit/changes.ts'
import { addressOf } from '../../../lib/api/api.ts'
import type { EditorState } from '../../../lib/changes/use-editor.ts'
import { useSettings } from '../../../lib/settings/settings.ts'
import { Button, buttonClass, Callout, SelectField, Switch, TextArea, TextField, t } from '../../../ui/index.ts'
import { useCategories } from '../../menu/index.ts'
import { copySecret, printerList } from '../printer-state.tsx'
import { useReceiptTexts } from './texts.ts'

const GROUPS = [1, 2, 3, 4, 5]
const CODES = [1, 2, 3, 4, 5, 6, 7, 8, 9]

interface NumberChoiceProps {
  label: string
  numbers: readonly number[]
  value: number | null | undefined
  onChange: (value: number | null) => void
}

function NumberChoice({ label, numbers, value, onChange }: NumberChoiceProps) {
  return (
    <SelectField
      label={label}
      value={value ?? 0}
      onValueChange={(chosen) => onChange(chosen || null)}
      options={[
        { value: 0, label: t('fiscalDevice.notSet') },
        ...numbers.map((number) => ({ value: number, label: String(number) })),
      ]}
    />
  )
}

interface ProfileFieldsProps {
  profile: FiscalProfile
  register: EditorState<PrinterInput>['register']
  onChange: (profile: FiscalProfile) => void
}

/** What is programmed in a fiscal device, and receipts as its driver gets them (docs/product/fiscal.md#fiscal-device). */
export function FiscalProfileFields({ profile, register, onChange }: ProfileFieldsProps) {
  const { methodOf } = useReceiptTexts()
  const { paymentMethods = DEFAULT_METHODS } = useSettings()
  const { data: categories = [] } = useCategories()
  const { groups, codes } = profile
  const set = (change: Partial<FiscalProfile>) => onChange({ ...profile, ...change })
  const sold = categories.map(({ vatRate }) => String(vatRate ?? 'none'))
  const rates = [...new Set([...sold, ...Object.keys(groups)])].sort((a, b) => (Number(b) || 0) - (Number(a) || 0))
  const grid = 'grid grid-cols-2 items-end gap-3 sm:grid-cols-3'
  return (
    <>
      <Callout title={t('fiscalDevice.pilot')}>
        <p className="text-sm">{t('fiscalDevice.ask')}</p>
      </Callout>
      <fieldset>
        <legend className="mb-2 font-semibold">{t('fiscalDevice.groups')}</legend>
        <div className={grid}>
          {rates.map((rate) => (
            <NumberChoice
              key={rate}
              label={rate === 'none' ? t('fiscalDevice.ofNone') : t('fiscalDevice.ofRate', { rate })}
              numbers={GROUPS}
              value={groups[rate]}
              onChange={(group) => set({ groups: { ...groups, [rate]: group } })}
            />
          ))}
          {(['depositGroup', 'tipGroup'] as const).map((name) => (
            <NumberChoice
              key={name}
              label={t(name === 'tipGroup' ? 'fiscalDevice.ofTip' : 'fiscalDevice.ofDeposit')}
              numbers={GROUPS}
              value={profile[name]}
              onChange={(group) => set({ [name]: group })}
            />
          ))}
        </div>
      </fieldset>
      <fieldset>
        <legend className="mb-2 font-semibold">{t('fiscalDevice.codes')}</legend>
        <div className={grid}>
          {paymentMethods
            .filter(({ kind }) => kind !== 'house')
            .map(({ id }) => (
              <NumberChoice
                key={id}
                label={methodOf(id)}
                numbers={CODES}
                value={codes[id]}
                onChange={(code) => set({ codes: { ...codes, [id]: code } })}
              />
            ))}
        </div>
      </fieldset>
      <div className="grid grid-cols-2 gap-3">
        {(['articleGroup', 'nameMax'] as const).map((name) => (
          <TextField
            key={name}
            label={t(`fiscalDevice.${name}`)}
            hint={t(`fiscalDevice.${name}Hint`)}
            {...register(`profile.${name}`, { valueAsNumber: true })}
            inputMode="numeric"
            maxLength={2}
            className="figures"
          />
        ))}
      </div>
      <Switch
        label={t('fiscalDevice.withTaxNumber')}
        checked={profile.withTaxNumber}
        onCheckedChange={(withTaxNumber) => set({ withTaxNumber })}
      />
      <Examples profile={profile} />
    </>
  )
}

function Examples({ profile }: { profile: FiscalProfile }) {
  const { missingText } = useReceiptTexts()
  const { paymentMethods = DEFAULT_METHODS } = useSettings()
  const { data: typed } = fiscalProfileSchema.safeParse(profile)
  if (!typed) return null
  // Paid by the restaurant's own methods.
  const ownMethod = (method: number) =>
    paymentMethods.find(({ kind }) => kind === (method === 1 ? 'cash' : 'card'))?.id ?? method
  const textOf = ({ payments, ...receipt }: (typeof EXAMPLES)[keyof typeof EXAMPLES]) => {
    const own = payments.map(({ method, amount }) => ({ method: ownMethod(method), amount }))
    const made = fiscalText({ ...receipt, payments: own }, typed)
    return 'text' in made ? made.text : t('fiscalDevice.lacking', { what: missingText(made.info) })
  }
  return (
    <details className="group">
      <summary className="touch flex cursor-pointer no-marker items-center gap-1.5 font-semibold">
        {t('fiscalDevice.examples')}
        <ChevronDown className="size-4.5 text-muted group-open:rotate-180" />
      </summary>
      <dl className="mt-2 flex flex-col gap-3 text-sm">
        {(Object.keys(EXAMPLES) as (keyof typeof EXAMPLES)[]).map((name) => (
          <div key={name}>
            <dt className="text-muted">{t(`fiscalDevice.sample.${name}`)}</dt>
            <dd className="mt-1 overflow-x-auto whitespace-pre-wrap rounded-control bg-sunk px-3 py-2 font-mono">
              {textOf(EXAMPLES[name]).trimEnd()}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

/** The bridge's file, its configuration with a secret that is shown once, and the line that starts it. */
export function BridgeForm({ printer }: { printer: Printer }) {
  const { publicAddress } = useSettings()
  const { run, data, isPending } = useRun(printerList.renewToken)
  const config = JSON.stringify(
    {
      ...{ url: publicAddress ?? location.origin, token: data?.token },
      ...{ inbox: 'C:/FiscalNet/Bonuri', outbox: 'C:/FiscalNet/Raspuns' },
    },
    null,
    2,
  )
  return (
    <div className="flex flex-col gap-4">
      <a href={addressOf(getFiscalBridge, {})} download className={buttonClass({ variant: 'outline' })}>
        <Download className="size-5" />
        {t('fiscalDevice.file')}
      </a>
      {data ? (
        <>
          <TextField
            as={TextArea}
            label={t('fiscalDevice.config')}
            hint={t('fiscalDevice.configOnce')}
            readOnly
            rows={8}
            value={config}
            className="font-mono text-sm"
          />
          <Button variant="outline" onClick={() => void copySecret(config)}>
            {t('fiscalDevice.copyConfig')}
          </Button>
        </>
      ) : (
        <>
          {printer.seenAt && <p className="text-body">{t('fiscalDevice.configRenews')}</p>}
          <Button pending={isPending} onClick={() => void run(printer)}>
            {t('fiscalDevice.makeConfig')}
          </Button>
        </>
      )}
      <p className="text-body">
        {t('fiscalDevice.start')}
        <code className="mt-1 block overflow-x-auto whitespace-nowrap rounded-control bg-sunk px-3 py-2 font-mono text-sm">
          node masa-fiscal.mjs masa-fiscal.json
        </code>
      </p>
    </div>
  )
}
