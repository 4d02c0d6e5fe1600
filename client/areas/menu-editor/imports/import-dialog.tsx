import { FileText } from 'lucide-react'
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import {
  CSV_COLUMNS,
  CSV_MAX_BYTES,
  type CsvColumn,
  importMenu,
  type MenuOutcome,
  PRICE_LIST_MAX,
} from '#shared/contracts/menu/menu-imports.ts'
import { uploadFile } from '../../../lib/api/files.ts'
import { errorMessage, RequestError } from '../../../lib/api/request-error.ts'
import { useMoney } from '../../../lib/settings/settings.ts'
import {
  Button,
  buttonClass,
  ChoiceChips,
  cx,
  SelectField,
  TabPanel,
  Tabs,
  TextArea,
  TextField,
  toast,
  useStayOpen,
  useTranslation,
} from '../../../ui/index.ts'
import { PreviewDialog, Problem, useColumnName, usePreviewedChange } from './preview.tsx'

const IMPORT_SOURCES = ['file', 'list'] as const
export type ImportSource = (typeof IMPORT_SOURCES)[number]

/** The menu to import: a CSV file or the text of a price list, and what the owner said about it. */
interface MenuSource {
  file?: File
  textList?: string
  /** Whether rows with an id that no dish has are imported as new dishes. */
  takesUnknownIds?: boolean
  /** What whole prices of the file are. */
  prices?: 'major' | 'minor'
  /** What the owner says of unknown headings; null leaves them out. */
  columns?: Record<string, CsvColumn | null>
}

function sendMenu(source: MenuSource, menu?: string): Promise<MenuOutcome> {
  const { file, textList, takesUnknownIds, prices, columns } = source
  return uploadFile(importMenu, {
    query: {
      dryRun: menu ? undefined : 'true',
      menu,
      unknownIds: takesUnknownIds ? 'new' : undefined,
      prices,
      columns: columns && JSON.stringify(columns),
    },
    fields: { textList },
    file,
  })
}

interface SourceInput {
  way: ImportSource
  file: File | null
  text: string
}

interface SourceFormProps {
  chosen: SourceInput
  onChange: (chosen: Partial<SourceInput>) => void
  onPreview: (source: MenuSource) => void
  /** Whether the browser's list of files opens at once: only by a tap may it. */
  opensPicker: boolean
}

type SourceProblem = `menuImports.${'noFile' | 'noList' | 'fileChanged'}` | 'errors.csv_too_large'

/** The form for a CSV file or a pasted price list. */
function SourceForm({ chosen, onChange, onPreview, opensPicker }: SourceFormProps) {
  const { t } = useTranslation()
  const [problem, setProblem] = useState<SourceProblem | null>(null)
  const fileInput = useRef<HTMLInputElement>(null)
  const textInput = useRef<HTMLTextAreaElement>(null)
  const { way, file, text } = chosen
  useStayOpen(file !== null || text !== '')
  const [opensAtOnce] = useState(opensPicker && way === 'file' && file === null)
  useEffect(() => {
    if (opensAtOnce) fileInput.current?.click()
  }, [opensAtOnce])

  function change(next: Partial<SourceInput>) {
    setProblem(null)
    onChange(next)
  }

  async function preview() {
    setProblem(null)
    const source = way === 'file' ? await readFile(file) : text.trim() ? { textList: text } : 'menuImports.noList'
    if (typeof source !== 'string') {
      onPreview(source)
      return
    }
    setProblem(source)
    if (source === 'menuImports.noFile') toast({ variant: 'destructive', title: t(source) })
    const invalidInput = way === 'file' ? fileInput.current : textInput.current
    invalidInput?.focus()
  }

  return (
    <>
      {problem && <Problem>{t(problem)}</Problem>}
      <Tabs
        variant="chips"
        label={t('menuImports.ways')}
        value={way}
        onValueChange={(next) => change({ way: next })}
        options={IMPORT_SOURCES.map((value) => ({ value, label: t(`menuImports.${value}`) }))}
      >
        <TabPanel value="file" className="pt-4">
          <FileChoice inputRef={fileInput} file={file} onChoose={(next) => change({ file: next })} />
        </TabPanel>
        <TabPanel value="list" className="pt-4">
          <TextField
            as={TextArea}
            label={t('menuImports.kinds.list')}
            hint={t('menuImports.listHint')}
            ref={textInput}
            rows={9}
            maxLength={PRICE_LIST_MAX}
            spellCheck={false}
            placeholder={t('menuImports.listExample')}
            value={text}
            onChange={({ target }) => change({ text: target.value })}
          />
        </TabPanel>
      </Tabs>
      <Button size="large" className="mt-5 w-full" onClick={preview}>
        {t('menuImports.preview')}
      </Button>
    </>
  )
}

/** Reads the file into memory, so that the import sends what was previewed; or returns why the file cannot be used. */
async function readFile(file: File | null): Promise<MenuSource | SourceProblem> {
  if (!file) return 'menuImports.noFile'
  if (file.size > CSV_MAX_BYTES) return 'errors.csv_too_large'
  try {
    return { file: new File([await file.arrayBuffer()], file.name, { type: file.type }) }
  } catch {
    // If the file was saved again after it was chosen, some browsers read the new one and others fail.
    return 'menuImports.fileChanged'
  }
}

interface FileChoiceProps {
  inputRef: RefObject<HTMLInputElement | null>
  file: File | null
  onChoose: (file: File) => void
}

function FileChoice({ inputRef, file, onChoose }: FileChoiceProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <>
      {file && (
        <p className="mb-3 flex max-w-full items-center gap-2 font-semibold">
          <FileText className="size-5 shrink-0 text-accent" />
          <span className="min-w-0 break-words">{file.name}</span>
        </p>
      )}
      <input
        ref={inputRef}
        id={id}
        type="file"
        accept=".csv,.txt,text/csv,text/plain"
        aria-describedby={`${id}-hint`}
        className="peer sr-only"
        onChange={({ target }) => {
          const [next] = target.files ?? []
          if (next) onChoose(next)
          // Lets the same file be chosen again after it was corrected.
          target.value = ''
        }}
      />
      <label
        htmlFor={id}
        className={cx(
          buttonClass({ variant: 'outline' }),
          'cursor-pointer peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent',
        )}
      >
        {t(file ? 'menuImports.otherFile' : 'menuImports.chooseFile')}
      </label>
      <p id={`${id}-hint`} className="mt-2 text-sm text-muted">
        {t('menuImports.fileHint')}
      </p>
    </>
  )
}

const LEFT_OUT = 'left-out'

interface ColumnsFormProps {
  /** The headings that nobody knows, or of which several mean the same. */
  headings: readonly string[]
  onPreview: (columns: Record<string, CsvColumn | null>) => void
  back: { label: string; onPress: () => void }
}

/** The form that says what the unknown columns of a file contain (docs/product/menu.md#menu-csv-headings). */
function ColumnsForm({ headings, onPreview, back }: ColumnsFormProps) {
  const { t } = useTranslation()
  const columnName = useColumnName()
  const [chosen, setChosen] = useState<Record<string, CsvColumn | typeof LEFT_OUT>>({})
  const options = [
    { value: LEFT_OUT, label: t('menuImports.leaveOut') },
    ...CSV_COLUMNS.map((column) => ({ value: column, label: columnName(column) })),
  ] as const
  const columnOf = (heading: string) => CSV_COLUMNS.find((column) => column === chosen[heading]) ?? null
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onPreview(Object.fromEntries(headings.map((heading) => [heading, columnOf(heading)])))
      }}
    >
      <fieldset>
        <legend className="font-semibold">{t('menuImports.unknownColumns')}</legend>
        <p className="mt-1 text-body text-muted">{t('menuImports.columnsHint')}</p>
        <ul className="mt-3 grid gap-x-5 gap-y-4 sm:grid-cols-2">
          {headings.map((heading) => (
            <li key={heading} className="min-w-0 break-words">
              <SelectField
                label={t('menuImports.column', { heading })}
                value={chosen[heading] ?? LEFT_OUT}
                onValueChange={(choice) => setChosen({ ...chosen, [heading]: choice })}
                options={options}
              />
            </li>
          ))}
        </ul>
      </fieldset>
      <div className="mt-6 flex flex-col-reverse gap-2.5 sm:flex-row sm:justify-end">
        <Button variant="outline" onClick={back.onPress}>
          {back.label}
        </Button>
        <Button type="submit">{t('menuImports.preview')}</Button>
      </div>
    </form>
  )
}

type PriceUnit = NonNullable<MenuSource['prices']>

const EXAMPLES: Record<PriceUnit, number> = { minor: 28, major: 2800 }

interface ImportDialogProps {
  open: boolean
  initialSource: ImportSource
  /** Whether a tap has opened it, so that the browser's list of files may open too. */
  byTap: boolean
  onClose: () => void
}

/** The dialog for importing a file or a price list: choice, columns, preview, confirmation (docs/product/menu.md#menu-csv). */
export function ImportDialog({ open, initialSource, byTap, onClose }: ImportDialogProps) {
  const { t } = useTranslation()
  const { format } = useMoney()
  const [chosen, setChosen] = useState<Partial<SourceInput>>({})
  const change = usePreviewedChange(sendMenu, onClose)
  const { outcome, source, previewError } = change
  const isList = source?.textList !== undefined
  const lines = source?.textList?.split(/\r\n|\n|\r/)
  const unknownColumns =
    previewError instanceof RequestError && previewError.code === 'unknown_columns'
      ? previewError.body.columns
      : undefined
  const previewMore = (more: MenuSource) => change.preview({ ...source, ...more })
  return (
    <PreviewDialog
      open={open}
      title={t('menuImports.title')}
      className="sm:max-w-2xl!"
      change={change}
      changingText={t('menuImports.importing')}
      failureTitle={t('menuImports.failed')}
      onClose={onClose}
      onClosed={() => setChosen({})}
      form={
        unknownColumns ? (
          <ColumnsForm
            key={unknownColumns.join('\n')}
            headings={unknownColumns}
            onPreview={(more) => previewMore({ columns: { ...source?.columns, ...more } })}
            back={{ label: t('menuImports.otherFile'), onPress: change.back }}
          />
        ) : (
          <>
            {previewError && <Problem title={t('menuImports.previewFailed')}>{errorMessage(previewError)}</Problem>}
            <SourceForm
              chosen={{ way: initialSource, file: null, text: '', ...chosen }}
              onChange={(next) => setChosen({ ...chosen, ...next })}
              onPreview={change.preview}
              opensPicker={byTap}
            />
          </>
        )
      }
      back={{ label: t(isList ? 'menuImports.backToList' : 'menuImports.otherFile'), onPress: change.back }}
      confirm={{
        label: t('menuImports.confirm', { count: outcome ? outcome.added + outcome.changed.length : 0 }),
        onPress: change.confirm,
      }}
      badRowsText={t(isList ? 'menuImports.mendList' : 'menuImports.mend')}
      rowTitle={(line) => t('menuImports.line', { line })}
      rowText={(line) => lines?.[line - 1]?.trim()}
      questions={
        (outcome?.asksPrices || source?.prices) && (
          <div className="mb-5">
            <ChoiceChips
              // What the whole prices of a file are (docs/product/menu.md#menu-csv-prices).
              label={t('menuImports.asksPrices')}
              value={source?.prices}
              onChange={(prices) => previewMore({ prices })}
              options={(['minor', 'major'] as const).map((value) => ({
                value,
                label: `28 = ${format(EXAMPLES[value])}`,
              }))}
            />
          </div>
        )
      }
      onTakeAsNew={source?.takesUnknownIds ? undefined : () => previewMore({ takesUnknownIds: true })}
    />
  )
}
