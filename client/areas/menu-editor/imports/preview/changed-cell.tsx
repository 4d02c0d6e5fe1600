import { ArrowRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { CSV_COLUMNS, type MenuOutcome } from '#shared/contracts/menu/menu-imports.ts'
import type { Language } from '#shared/domain/language.ts'
import { ALLERGEN_CODES } from '#shared/domain/menu/allergens.ts'
import { useMoney } from '../../../../lib/settings/settings.ts'
import { Badge } from '../../../../ui/parts/badge.tsx'
import { useAllergenNames } from '../../../allergens/index.ts'

type Cell = MenuOutcome['changed'][number]['changes'][number]

/**
 * The changes of a dish that moves to another category, with the move as one change in one language: the page's, or
 * English where a category has no Romanian name.
 */
export function inOneLanguage(changes: readonly Cell[], language: Language): readonly Cell[] {
  const [moved, movedRo] = ['category', 'categoryRo'].map((name) => changes.find(({ column }) => column === name))
  if (!moved || !movedRo) return changes
  const isRomanian = language === 'ro' && movedRo.old !== '' && movedRo.new !== ''
  const shown = isRomanian ? { ...movedRo, column: 'category' } : moved
  return changes.flatMap((cell) => (cell === movedRo ? [] : [cell === moved ? shown : cell]))
}

/** A changed field of a dish: its name, and the old and new value as text; a cleared value is marked. */
export function ChangedCell({ cell }: { cell: Cell }) {
  const { t } = useTranslation()
  const columnName = useColumnName()
  const cellText = useCellText()
  const { column, old, new: newValue } = cell
  return (
    <li className="grid gap-x-3 sm:grid-cols-[11rem_minmax(0,1fr)]">
      <span className="text-muted text-sm sm:pt-px">{columnName(column)}</span>
      <span className="min-w-0 whitespace-pre-line break-words">
        <span className="sr-only">{t('menuImports.from')} </span>
        {old === '' ? <em className="text-muted">{t('menuImports.empty')}</em> : cellText(column, old)}
        <span className="sr-only"> {t('menuImports.to')} </span>
        <ArrowRight aria-hidden="true" className="mx-1.5 inline size-4 align-[-2px] text-muted" />
        {newValue === '' ? (
          <Badge tone="cancelled">{t('menuImports.cleared')}</Badge>
        ) : (
          <strong className="font-semibold">{cellText(column, newValue)}</strong>
        )}
      </span>
    </li>
  )
}

/** Returns a function that formats a cell of the CSV for display. */
function useCellText(): (column: string, cell: string) => string {
  const { t } = useTranslation()
  const { format } = useMoney()
  const allergenNames = useAllergenNames()
  return (column, cell) => {
    if (column === 'price' && /^\d+$/.test(cell)) return format(Number(cell))
    if (column === 'isActive') return t(cell === 'true' ? 'menuImports.shown' : 'menuImports.hidden')
    if (column === 'allergensChecked') return t(cell === 'true' ? 'menuEditor.checked' : 'menuEditor.notChecked')
    if (column === 'tags') return cell.replaceAll('|', ', ')
    if (column === 'allergenCodes')
      return allergenNames(ALLERGEN_CODES.filter((code) => cell.split('|').includes(code)))
    return cell
  }
}

/** Returns a function that translates the name of a column; the name of an unknown column stays as it is. */
export function useColumnName(): (column: string) => string {
  const { t } = useTranslation()
  return (column) => {
    const known = CSV_COLUMNS.find((name) => name === column)
    return known ? t(`menuImports.columns.${known}`) : column
  }
}
