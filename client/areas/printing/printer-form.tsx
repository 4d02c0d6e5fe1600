import { zodResolver } from '@hookform/resolvers/zod'
import type { FiscalProfile } from '#shared/contracts/fiscal-device.ts'
import { PRINTER_NAME_MAX, type Printer, type PrinterInput, printerInputSchema } from '#shared/contracts/printers.ts'
import { DEFAULT_STATIONS } from '#shared/domain/kitchen.ts'
import { nameIn } from '#shared/domain/language.ts'
import { PRINTER_COLUMNS, PRINTER_DOCUMENTS, PRINTER_KINDS } from '#shared/domain/printing/printers.ts'
import { EditorForm } from '../../lib/changes/editor-form.tsx'
import { toastFailure } from '../../lib/changes/send-change.ts'
import { useEditor } from '../../lib/changes/use-editor.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { Button, ChoiceChips, language, Part, SelectField, Switch, TextField, ToggleChips, t } from '../../ui/index.ts'
import { FiscalProfileFields } from './fiscal/parts.tsx'
import { paperMm, useAddPrinter, useSavePrinter, useSearchPrinters } from './printer-state.tsx'

interface PrinterFormProps {
  printer: Printer | null
  printers: readonly Printer[]
  onSaved: (saved: Printer, isNew: boolean) => void
  onClose: () => void
}

const NEW: PrinterInput = {
  ...{ kind: 'network', name: '', address: '', port: 9100, columns: 48, mode: 'image', isActive: true },
  ...{ stations: [], documents: [], fallbackId: null, profile: null },
}

/** Nothing that only the device knows. */
const NEW_PROFILE: FiscalProfile = {
  ...{ groups: {}, depositGroup: null, tipGroup: null, codes: {}, nameMax: 36, withTaxNumber: false },
  // A number once it is typed.
  articleGroup: undefined as unknown as number,
}

const fields = Object.keys(NEW) as (keyof PrinterInput)[]
const valuesOf = (printer: Printer): PrinterInput =>
  Object.fromEntries(fields.map((field) => [field, printer[field]])) as never

export function PrinterForm({ printer, printers, onSaved, onClose }: PrinterFormProps) {
  const { mutateAsync: add } = useAddPrinter()
  const { mutateAsync: save } = useSavePrinter()
  const editor = useEditor<PrinterInput, PrinterInput, Printer>({
    name: `printer.${printer?.id ?? 'new'}`,
    resolver: zodResolver(printerInputSchema) as never,
    saved: printer,
    valuesOf,
    start: NEW,
    ...(!printer && { add: (input: PrinterInput, key: string) => add({ input, key }) }),
    change: (changed, item) => save({ item, input: changed }),
    onFailure: (error) => toastFailure(t('common.notChanged'), error),
    onDone: (saved) => onSaved(saved, printer === null),
  })
  const { form, register } = editor
  const values = form.watch()
  const set = (change: Partial<PrinterInput>) => {
    for (const [field, value] of Object.entries(change)) form.setValue(field as keyof PrinterInput, value as never)
  }
  const others = printers.filter(({ id, kind }) => id !== printer?.id && kind !== 'fiscal')
  const hasDevice = printers.some(({ kind }) => kind === 'fiscal')
  return (
    <EditorForm
      editor={editor}
      saveLabel={printer ? undefined : t('printers.add')}
      onCancel={onClose}
      className="flex flex-col gap-5"
    >
      {!printer && (
        <ChoiceChips
          label={t('printers.kind')}
          value={values.kind}
          onChange={(kind) =>
            set({ kind, address: kind === 'network' ? '' : null, profile: kind === 'fiscal' ? NEW_PROFILE : null })
          }
          options={PRINTER_KINDS.filter((value) => value !== 'fiscal' || !hasDevice).map((value) => ({
            value,
            label: t(`printers.kindChoices.${value}`),
          }))}
        />
      )}
      <TextField label={t('customers.name')} {...register('name')} maxLength={PRINTER_NAME_MAX} />
      {values.kind === 'network' && (
        <div>
          <div className="flex gap-3">
            <TextField
              label={t('printers.address')}
              fieldClass="min-w-0 flex-1"
              {...register('address')}
              inputMode="url"
              maxLength={253}
            />
            <TextField
              label={t('printers.port')}
              fieldClass="w-24"
              {...register('port', { valueAsNumber: true })}
              inputMode="numeric"
              maxLength={5}
              className="figures"
            />
          </div>
          <Search onChoose={(address) => set({ address, port: 9100 })} />
        </div>
      )}
      {values.kind === 'star' && <p className="text-body text-muted">{t('printers.starHint')}</p>}
      {values.profile ? (
        <Part>
          <FiscalProfileFields profile={values.profile} register={register} onChange={(profile) => set({ profile })} />
        </Part>
      ) : (
        <>
          <Prints values={values} onChange={set} />
          <ChoiceChips
            label={t('printers.paper')}
            value={values.columns}
            onChange={(columns) => set({ columns })}
            options={PRINTER_COLUMNS.map((value) => ({
              value,
              label: `${paperMm(value)} mm · ${value}`,
            }))}
          />
          <Switch
            label={t('printers.text')}
            hint={t('printers.textHint')}
            checked={values.mode === 'text'}
            onCheckedChange={(isText) => set({ mode: isText ? 'text' : 'image' })}
          />
          {others.length > 0 && (
            <SelectField
              label={t('printers.fallback')}
              hint={t('printers.fallbackHint')}
              value={values.fallbackId ?? 0}
              onValueChange={(chosen) => set({ fallbackId: chosen || null })}
              options={[
                { value: 0, label: t('printers.noFallback') },
                ...others.map((other) => ({ value: other.id, label: other.name })),
              ]}
            />
          )}
        </>
      )}
    </EditorForm>
  )
}

interface PrintsProps {
  values: PrinterInput
  onChange: (change: Pick<PrinterInput, 'stations' | 'documents'>) => void
}

/** The stations whose tickets it prints, and the other documents, as one row of chips. */
function Prints({ values: { stations: chosen, documents }, onChange }: PrintsProps) {
  const { stations = DEFAULT_STATIONS } = useSettings()
  const others = PRINTER_DOCUMENTS.filter((document) => document !== 'kitchen')
  const isChosen = ({ id }: { id: number }) => documents.includes('kitchen') && chosen.includes(id)
  return (
    <ToggleChips
      legend={t('printers.prints')}
      tone="ink"
      options={[
        ...stations.map((station) => ({ value: String(station.id), label: nameIn(language, station) })),
        ...others.map((value) => ({ value, label: t(`printers.documents.${value}`) })),
      ]}
      value={[
        ...stations.filter(isChosen).map(({ id }) => String(id)),
        ...others.filter((one) => documents.includes(one)),
      ]}
      onChange={(next) => {
        const ids = stations.map(({ id }) => id).filter((id) => next.includes(String(id)))
        const papers = others.filter((document) => next.includes(document))
        onChange({ stations: ids, documents: ids.length > 0 ? ['kitchen', ...papers] : papers })
      }}
    />
  )
}

/** Looks round the house's network, only when somebody asks for it. */
function Search({ onChoose }: { onChoose: (address: string) => void }) {
  const { mutate, data, isPending } = useSearchPrinters()
  return (
    <div className="mt-2.5 flex flex-wrap items-center gap-2">
      <Button size="small" variant="outline" pending={isPending} onClick={() => mutate()}>
        {t('printers.search')}
      </Button>
      {data?.map(({ address }) => (
        <Button key={address} size="small" variant="outline" className="figures" onClick={() => onChoose(address)}>
          {address}
        </Button>
      ))}
      <p role="status" className="text-muted text-sm">
        {data?.length === 0 && t('printers.foundNone')}
      </p>
    </div>
  )
}
