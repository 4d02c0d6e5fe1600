import { FileText } from 'lucide-react'
import { type RefObject, useId, useRef, useState } from 'react'
import type { ErrorBody } from '#shared/contracts/errors.ts'
import {
  CSV_MAX_BYTES,
  type CsvEncoding,
  importMenu,
  type MenuOutcome,
  PRICE_LIST_MAX,
} from '#shared/contracts/menu/menu-imports.ts'
import { uploadFile } from '../../../lib/api/files.ts'
import { errorMessage, RequestError } from '../../../lib/api/request-error.ts'
import { money } from '../../../lib/settings/settings.ts'
import { Button, buttonClass, ChoiceChips, cx, TextArea, TextField, t, toast, useStayOpen } from '../../../ui/index.ts'
import { PreviewDialog, Problem, usePreviewedChange } from './preview.tsx'

export type ImportSource = 'file' | 'list'

/** The menu to import: a CSV file or the text of a price list, and what the owner said about it. */
interface MenuSource {
  file?: File
  textList?: string
  /** Whose numbers the ids of the file are. */
  ids?: 'own' | 'other'
  /** What whole prices of the file are. */
  prices?: 'major' | 'minor'
  /** The headings whose cells are left out. */
  leftOut?: readonly string[]
  /** How the file's letters are read, and what else was offered. */
  encoding?: CsvEncoding
  encodings?: ErrorBody['encodings']
}

function sendMenu({ file, textList, ids, prices, leftOut, encoding }: MenuSource, menu?: string): Promise<MenuOutcome> {
  const columns = leftOut && JSON.stringify(Object.fromEntries(leftOut.map((heading) => [heading, null])))
  return uploadFile(importMenu, {
    // What was previewed is confirmed, and that is without the bad rows.
    query: { ...(menu ? { menu, bad: 'skip' } : { dryRun: 'true' }), ids, prices, columns, encoding },
    fields: { textList },
    file,
  })
}

interface SourceFormProps {
  way: ImportSource
  chosen: MenuSource
  onChange: (chosen: MenuSource) => void
  onPreview: () => void
}

/** The form for a CSV file or a pasted price list. */
function SourceForm({ way, chosen, onChange, onPreview }: SourceFormProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const input = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  const { file, textList = '' } = chosen
  useStayOpen(file !== undefined || textList !== '')

  function change(next: MenuSource) {
    setProblem(null)
    onChange(next)
  }

  async function choose(next: File) {
    // Read at once, so that the import sends what was previewed even if the file is saved again meanwhile.
    if (next.size <= CSV_MAX_BYTES) change({ file: new File([await next.arrayBuffer()], next.name) })
    else setProblem(t('errors.csv_too_large'))
  }

  function preview() {
    if (way === 'file' ? file : textList.trim()) {
      onPreview()
      return
    }
    const missing = t(way === 'file' ? 'menuImports.noFile' : 'menuImports.noList')
    setProblem(missing)
    toast({ variant: 'destructive', title: missing })
    input.current?.focus()
  }

  return (
    <>
      {problem && <Problem>{problem}</Problem>}
      {way === 'file' ? (
        <FileChoice inputRef={input} file={file} onChoose={(next) => void choose(next)} />
      ) : (
        <TextField
          as={TextArea}
          label={t('menuImports.kinds.list')}
          hint={t('menuImports.listHint')}
          ref={input}
          rows={9}
          maxLength={PRICE_LIST_MAX}
          spellCheck={false}
          placeholder={t('menuImports.listExample')}
          value={textList}
          onChange={({ target }) => change({ textList: target.value })}
        />
      )}
      <Button size="large" className="mt-5 w-full" onClick={preview}>
        {t('menuImports.preview')}
      </Button>
    </>
  )
}

interface FileChoiceProps {
  inputRef: RefObject<HTMLInputElement | null>
  file: File | undefined
  onChoose: (file: File) => void
}

function FileChoice({ inputRef, file, onChoose }: FileChoiceProps) {
  const id = useId()
  return (
    <>
      {file && (
        <p className="mb-3 flex max-w-full items-center gap-2 font-semibold">
          <FileText className="size-5 shrink-0 text-accent" />
          <span className="min-w-0 break-words">{file.name}</span>
        </p>
      )}
      <label className={cx(buttonClass({ variant: 'outline' }), 'focus-inside relative cursor-pointer')}>
        <input
          ref={inputRef}
          type="file"
          accept=".csv,.txt,text/csv,text/plain"
          aria-describedby={`${id}-hint`}
          className="sr-only"
          onChange={({ target }) => {
            const [next] = target.files ?? []
            if (next) onChoose(next)
            // Lets the same file be chosen again after it was corrected.
            target.value = ''
          }}
        />
        {t(file ? 'menuImports.otherFile' : 'menuImports.chooseFile')}
      </label>
      <p id={`${id}-hint`} className="mt-2 text-sm text-muted">
        {t('menuImports.fileHint')}
      </p>
    </>
  )
}

/** What the server asks about a file: its letters, headings that are unknown or mean the same, ids of other dishes. */
function questionOf(error: Error | null): Pick<ErrorBody, 'columns' | 'renamed' | 'encodings'> {
  return error instanceof RequestError ? error.body : {}
}

interface ImportDialogProps {
  open: boolean
  way: ImportSource
  onClose: () => void
}

/** The dialog for importing a file or a price list: choice, preview, confirmation (docs/product/menu.md#menu-csv). */
export default function ImportDialog({ open, way, onClose }: ImportDialogProps) {
  const [chosen, setChosen] = useState<MenuSource>({})
  const change = usePreviewedChange(sendMenu, onClose)
  const { outcome, source, previewError } = change
  const doubtful = outcome?.doubtfulPrice
  const isList = way === 'list'
  const lines = source?.textList?.split(/\r\n|\n|\r/)
  const { columns: headings, renamed, encodings = source?.encodings } = questionOf(previewError)
  const examples = renamed?.map((dish) => t('menuImports.renamed', dish)).join('; ')
  const idsQuestion = (
    <div className="mb-5">
      <ChoiceChips
        // Whose numbers the ids are (docs/product/menu.md#menu-csv-ids).
        label={t('menuImports.asksIds')}
        value={source?.ids}
        onChange={(ids) => change.preview({ ...source, ids })}
        options={(['own', 'other'] as const).map((value) => ({ value, label: t(`menuImports.ids.${value}`) }))}
      />
    </div>
  )
  const encodingQuestion = encodings && (
    <div className="mb-5">
      <ChoiceChips
        // How the letters of the file are read (docs/product/menu.md#menu-csv-letters).
        label={t('menuImports.asksEncoding')}
        value={source?.encoding}
        onChange={(encoding) => change.preview({ ...source, encoding, encodings })}
        options={encodings.map(({ encoding, examples }) => ({ value: encoding, label: examples.join(', ') }))}
      />
    </div>
  )
  return (
    <PreviewDialog
      open={open}
      title={t(isList ? 'menuImports.pasteList' : 'menuImports.title')}
      className="sm:max-w-2xl!"
      change={change}
      changingText={t('menuImports.importing')}
      failureTitle={t('menuImports.failed')}
      onClose={onClose}
      form={
        <>
          {previewError && (
            <Problem title={examples ? undefined : t('menuImports.previewFailed')}>
              {headings
                ? t('menuImports.unknownColumns', { names: headings.join(', ') })
                : examples
                  ? t('menuImports.asksIdsWhy', { examples })
                  : errorMessage(previewError)}
            </Problem>
          )}
          {encodingQuestion}
          {renamed && idsQuestion}
          {headings && (
            <Button
              variant="outline"
              className="mb-5"
              onClick={() => change.preview({ ...source, leftOut: [...(source?.leftOut ?? []), ...headings] })}
            >
              {t('menuImports.leaveOut')}
            </Button>
          )}
          <SourceForm way={way} chosen={chosen} onChange={setChosen} onPreview={() => change.preview(chosen)} />
        </>
      }
      back={{ label: t(isList ? 'menuImports.backToList' : 'menuImports.otherFile'), onPress: change.back }}
      confirm={{
        label: t(outcome?.bad.length ? 'menuImports.confirmGood' : 'menuImports.confirm', {
          count: outcome ? outcome.added + outcome.changed.length : 0,
        }),
        leavesOutBad: true,
        onPress: change.confirm,
      }}
      rowTitle={(line) => t('menuImports.line', { line })}
      rowText={(line) => lines?.[line - 1]?.trim()}
      question={
        <>
          {encodingQuestion}
          {(source?.ids || outcome?.bad.some(({ column }) => column === 'id')) && idsQuestion}
          {doubtful && (
            <div className="mb-5">
              <ChoiceChips
                // What the whole prices of a file are (docs/product/menu.md#menu-csv-prices).
                label={t('menuImports.asksPrices', doubtful)}
                value={source?.prices}
                onChange={(prices) => change.preview({ ...source, prices })}
                options={(['minor', 'major'] as const).map((value) => ({
                  value,
                  label: `${doubtful.price} = ${money(doubtful.price * (value === 'major' ? 100 : 1))}`,
                }))}
              />
            </div>
          )}
        </>
      }
    />
  )
}
