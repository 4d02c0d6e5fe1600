import type { FiscalProfile } from '#shared/contracts/fiscal-device.ts'
import { type Printer, printerInputSchema } from '#shared/contracts/printers.ts'
import { DEFAULT_STATIONS } from '#shared/domain/kitchen.ts'
import { nameIn } from '#shared/domain/language.ts'
import { PRINTER_COLUMNS, PRINTER_DOCUMENTS, PRINTER_KINDS } from '#shared/domain/printing/printers.ts'
import { useRun } from '../../kit/changes.ts'
import { showDialog } from '../../kit/dialog.tsx'
import { Editor } from '../../kit/editor.tsx'
import { fieldsOf } from '../../kit/fields.tsx'
import { form, reader, useFormContext } from '../../kit/form.ts'
import { fieldProps } from '../../lib/changes/field-error.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { Button, language, Part, ToggleChips, t } from '../../ui/index.ts'
import { FiscalProfileFields } from './fiscal/on-demand.tsx'
import { usePrinters } from './print-document.ts'
import { paperMm, printerList } from './printer-state.tsx'

/** Nothing that only the device knows. */
const NEW_PROFILE: FiscalProfile = {
  ...{ groups: {}, depositGroup: null, tipGroup: null, codes: {}, nameMax: 36, withTaxNumber: false },
  // A number once it is typed.
  articleGroup: undefined as unknown as number,
}

type Kind = Pick<Printer, 'kind'>
const printerForm = form(printerInputSchema, {
  kind: reader.same<Printer['kind']>('network'),
  name: reader.text,
  address: { ...reader.text, read: (typed: string, { kind }: Kind) => (kind === 'network' ? typed : null) },
  port: reader.number,
  columns: reader.same<Printer['columns']>(48),
  mode: { show: (mode: Printer['mode']) => mode === 'text', read: (isText: boolean) => (isText ? 'text' : 'image') },
  stations: reader.same<number[]>([]),
  documents: reader.same<Printer['documents']>([]),
  fallbackId: { show: (id: number | null) => id ?? 0, read: (chosen: number) => chosen || null },
  isActive: reader.same(true),
  profile: {
    show: (profile: FiscalProfile | null) => profile ?? NEW_PROFILE,
    read: (profile: FiscalProfile, { kind }: Kind) => (kind === 'fiscal' ? profile : null),
  },
})
const { Text, Numeric, Choice, Select, Yes } = fieldsOf(printerForm)

/** @returns the printer that was added or changed */
export const openPrinterForm = (printer: Printer | null, kind?: Printer['kind']) =>
  showDialog<Printer>({
    title: printer ? t('common.change', { name: printer.name }) : t('printers.add'),
    content: (close) => <PrinterForm printer={printer} kind={kind} onDone={close} />,
  })

interface PrinterFormProps {
  printer: Printer | null
  /** Of a new one, at first. */
  kind: Printer['kind'] | undefined
  onDone: (saved?: Printer) => void
}

function PrinterForm({ printer, kind, onDone }: PrinterFormProps) {
  const { data: printers = [] } = usePrinters()
  const hasDevice = printers.some(({ kind }) => kind === 'fiscal')
  return (
    <Editor
      of={{ ...printerList, remove: undefined }}
      form={printerForm}
      item={printer}
      start={{ ...printerForm.valuesOf({ port: 9100 }), ...(kind && { kind }) }}
      saveLabel={printer ? undefined : t('printers.add')}
      onDone={onDone}
      className="flex flex-col gap-5"
    >
      {!printer && (
        <Choice
          name="kind"
          label="printers.kind"
          options={PRINTER_KINDS.filter((value) => value !== 'fiscal' || !hasDevice).map((value) => ({
            value,
            label: t(`printers.kindChoices.${value}`),
          }))}
        />
      )}
      <Text name="name" label="customers.name" />
      <ByKind others={printers.filter(({ id, kind }) => id !== printer?.id && kind !== 'fiscal')} />
    </Editor>
  )
}

function ByKind({ others }: { others: readonly Printer[] }) {
  const { form } = useFormContext()
  const { kind, profile } = printerForm.useValues()
  if (kind === 'fiscal')
    return (
      <Part>
        <FiscalProfileFields
          profile={profile}
          register={fieldProps(form)}
          onChange={(changed) => form.setValue('profile', changed)}
        />
      </Part>
    )
  return (
    <>
      {kind === 'star' ? (
        <p className="text-body text-muted">{t('printers.starHint')}</p>
      ) : (
        <div>
          <div className="flex gap-3">
            <Text name="address" label="printers.address" fieldClass="min-w-0 flex-1" inputMode="url" />
            <Numeric name="port" label="printers.port" fieldClass="w-24" maxLength={5} className="figures" />
          </div>
          <Search />
        </div>
      )}
      <Prints />
      <Choice
        name="columns"
        label="printers.paper"
        options={PRINTER_COLUMNS.map((value) => ({ value, label: `${paperMm(value)} mm · ${value}` }))}
      />
      <Yes name="mode" label="printers.text" hint="printers.textHint" />
      {others.length > 0 && (
        <Select
          name="fallbackId"
          label="printers.fallback"
          hint="printers.fallbackHint"
          options={[
            { value: 0, label: t('printers.noFallback') },
            ...others.map((other) => ({ value: other.id, label: other.name })),
          ]}
        />
      )}
    </>
  )
}

/** The stations whose tickets it prints, and the other documents, as one row of chips. */
function Prints() {
  const { form } = useFormContext()
  const { stations: chosen, documents } = printerForm.useValues()
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
        form.setValue('stations', ids)
        form.setValue('documents', ids.length > 0 ? ['kitchen', ...papers] : papers)
      }}
    />
  )
}

/** Looks round the house's network, only when somebody asks for it. */
function Search() {
  const { form } = useFormContext()
  const { run, data, isPending } = useRun(printerList.search)
  const choose = (address: string) => {
    form.setValue('address', address)
    form.setValue('port', '9100')
  }
  return (
    <div className="mt-2.5 flex flex-wrap items-center gap-2">
      <Button size="small" variant="outline" pending={isPending} onClick={() => void run(undefined)}>
        {t('printers.search')}
      </Button>
      {data?.map(({ address }) => (
        <Button key={address} size="small" variant="outline" className="figures" onClick={() => choose(address)}>
          {address}
        </Button>
      ))}
      <p role="status" className="text-muted text-sm">
        {data?.length === 0 && t('printers.foundNone')}
      </p>
    </div>
  )
}
