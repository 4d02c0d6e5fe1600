import { useState } from 'react'
import type { BadRow, MendedCells } from '#shared/contracts/menu/menu-imports.ts'
import { Button, cx, Field, TextInput, useTranslation } from '../../../ui/index.ts'
import { EntryList, Row, useColumnName, useSizesText } from './outcome-preview.tsx'

/** The lines of a pasted text, as the server counts them. */
export function linesIn(text: string): string[] {
  return text.split(/\r\n|\n|\r/)
}

const IN_BRACKETS = /^\s*[([].*[)\]]\s*$/

/**
 * The text with other lines; an empty one is left out, with the description in brackets below it. The numbers of the
 * other lines stay.
 * @param replacements the new texts by the line's number, from 1
 */
export function replaceLines(text: string, replacements: ReadonlyMap<number, string>): string {
  const lines = linesIn(text)
  for (const [line, replacement] of replacements) {
    lines[line - 1] = replacement
    if (replacement.trim() !== '') continue
    for (let next = line; IN_BRACKETS.test(lines[next] ?? ''); next++) lines[next] = ''
  }
  return lines.join('\n')
}

/** What is corrected where it is shown: a line of a pasted list, or a cell of a file. */
interface Mendable {
  key: string
  /** Leaving out one entry of a line leaves out the others, too. */
  line: number
  label: string
  /** As it was written; undefined if only leaving it out helps. */
  written: string | undefined
  message: string
  /** For screen readers: what is left out. */
  skipLabel: string
  /** As what else it can be taken. */
  offer?: string | undefined
}

interface MendingProps {
  entries: readonly Mendable[]
  /**
   * Called with the new text of each corrected entry by its key, null for one to leave out; and the keys of the entries
   * whose offer is taken.
   */
  onMend: (replacements: ReadonlyMap<string, string | null>, taken: readonly string[]) => void
}

/** The rows that cannot be imported: each is corrected or left out where it is shown. */
function Mending({ entries, onMend }: MendingProps) {
  const { t } = useTranslation()
  const [replacements, setReplacements] = useState<ReadonlyMap<string, string | null>>(new Map())
  const replace = (key: string, replacement: string | null | undefined) => {
    const next = new Map(replacements)
    if (replacement === undefined) next.delete(key)
    else next.set(key, replacement)
    setReplacements(next)
  }
  if (entries.length === 0) return null
  /** The entry of each line that has the button to leave it out. */
  const firstKeys = new Map([...entries].reverse().map(({ line, key }) => [line, key]))
  const offers = entries.flatMap(({ key, offer }) => (offer ? [key] : []))
  return (
    <form
      data-unsettled
      data-corrected={replacements.size > 0 || undefined}
      onSubmit={(event) => {
        event.preventDefault()
        onMend(replacements, [])
      }}
    >
      <EntryList title={t('menuImports.bad')} entries={entries}>
        {({ key, line, label, written, message, skipLabel, offer }) => {
          const firstKey = firstKeys.get(line) ?? key
          const isSkipped = replacements.get(firstKey) === null
          return (
            <Row key={key}>
              <Field label={label} error={isSkipped ? undefined : message}>
                {(control) => (
                  <div className="flex flex-wrap gap-2">
                    {written !== undefined && (
                      <TextInput
                        {...control}
                        spellCheck={false}
                        readOnly={isSkipped}
                        value={replacements.get(key) ?? written}
                        onChange={({ target }) => replace(key, target.value)}
                        className={cx('min-w-0 flex-1 basis-60', isSkipped && 'text-muted! line-through')}
                      />
                    )}
                    {key === firstKey && (
                      <Button
                        variant="outline"
                        aria-pressed={isSkipped}
                        aria-label={skipLabel}
                        onClick={() => replace(key, isSkipped ? undefined : null)}
                        className="shrink-0"
                      >
                        {t(isSkipped ? 'menuImports.skipped' : 'menuImports.skip')}
                      </Button>
                    )}
                  </div>
                )}
              </Field>
              {offer && (
                <Button
                  variant="outline"
                  className="mt-2 h-auto! min-h-11 py-2 text-left! whitespace-normal!"
                  onClick={() => onMend(replacements, [key])}
                >
                  {offer}
                </Button>
              )}
            </Row>
          )
        }}
      </EntryList>
      <div className="mt-3 flex flex-wrap gap-2.5">
        {offers.length > 1 && (
          <Button variant="outline" onClick={() => onMend(replacements, offers)}>
            {t('menuImports.takeAllSizes', { count: offers.length })}
          </Button>
        )}
        <Button variant="outline" type="submit">
          {t('menuImports.checkAgain')}
        </Button>
        {firstKeys.size > 1 && (
          <Button variant="outline" onClick={() => onMend(new Map(entries.map(({ key }) => [key, null])), [])}>
            {t('menuImports.skipAll', { count: firstKeys.size })}
          </Button>
        )}
      </div>
    </form>
  )
}

interface MendingOf {
  bad: readonly BadRow[]
  rowTitle: (line: number) => string
}

/** The lines of a pasted list that could not be read. */
export function LineMending({
  text,
  bad,
  rowTitle,
  onMend,
}: MendingOf & { text: string; onMend: (text: string, inSizes: readonly number[]) => void }) {
  const { t } = useTranslation()
  const sizesText = useSizesText()
  const sizesOf = new Map(bad.map(({ line, sizes }) => [line, sizes]))
  const lines = linesIn(text)
  const messages = new Map<number, string>()
  for (const { line, message } of bad) messages.set(line, [messages.get(line), message].filter(Boolean).join('. '))
  const offerOf = (sizes: BadRow['sizes']) =>
    sizes && t('menuImports.takeSizes', { name: sizes.name, sizes: sizesText(sizes.options) })
  return (
    <Mending
      entries={[...messages].map(([line, message]) => ({
        key: String(line),
        line,
        label: rowTitle(line),
        written: lines[line - 1] ?? '',
        message,
        skipLabel: t('menuImports.skipLine', { line }),
        offer: offerOf(sizesOf.get(line)),
      }))}
      onMend={(replacements, taken) =>
        onMend(
          replaceLines(text, new Map([...replacements].map(([line, next]) => [Number(line), next ?? '']))),
          taken.map(Number),
        )
      }
    />
  )
}

/** The cells of a file that cannot be imported, by dish, column and what was written. */
export function CellMending({ bad, rowTitle, onMend }: MendingOf & { onMend: (cells: MendedCells) => void }) {
  const { t } = useTranslation()
  const columnName = useColumnName()
  return (
    <Mending
      entries={bad.map(({ line, column, name, value, message }) => ({
        key: `${line} ${column}`,
        line,
        label: [name, column && columnName(column), rowTitle(line)].filter(Boolean).join(' · '),
        written: value,
        message,
        skipLabel: t('menuImports.skipLine', { line }),
      }))}
      onMend={(replacements) => {
        const cells: MendedCells = {}
        for (const [key, text] of replacements) {
          const [line = '', column = ''] = key.split(' ')
          if (text === null) cells[line] = null
          else if (cells[line] !== null) cells[line] = { ...cells[line], [column]: text }
        }
        onMend(cells)
      }}
    />
  )
}
