import { FileText } from 'lucide-react'
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import {
  CSV_MAX_BYTES,
  type CsvColumn,
  importMenu,
  type MenuOutcome,
  PRICE_LIST_MAX,
} from '#shared/contracts/menu/menu-imports.ts'
import { uploadFile } from '../../../lib/api/files.ts'
import {
  Button,
  buttonClass,
  cx,
  TabPanel,
  Tabs,
  TextArea,
  TextField,
  toast,
  useStayOpen,
  useTranslation,
} from '../../../ui/index.ts'
import { Problem } from './outcome-preview.tsx'
import type { SendOptions } from './previewed-change.ts'

const IMPORT_SOURCES = ['file', 'list'] as const
export type ImportSource = (typeof IMPORT_SOURCES)[number]

/** The menu to import: a CSV file or the text of a price list, and what the owner said about it. */
export interface MenuSource {
  file?: File
  textList?: string
  /** Whether rows with an id that no dish has are imported as new dishes. */
  takesUnknownIds?: boolean
  /** What whole prices of the file are. */
  prices?: 'major' | 'minor'
  /** What the owner says of unknown headings; null leaves them out. */
  columns?: Record<string, CsvColumn | null>
}

export function sendMenu(source: MenuSource, { dryRun, menu, signal }: SendOptions): Promise<MenuOutcome> {
  const { file, textList, takesUnknownIds, prices, columns } = source
  return uploadFile(importMenu, {
    query: {
      dryRun: dryRun ? 'true' : undefined,
      menu,
      unknownIds: takesUnknownIds ? 'new' : undefined,
      prices,
      columns: columns && JSON.stringify(columns),
    },
    fields: { textList },
    file,
    signal,
  })
}

export interface SourceInput {
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
export function SourceForm({ chosen, onChange, onPreview, opensPicker }: SourceFormProps) {
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
