import { useTranslation } from 'react-i18next'
import { CSV_COLUMNS } from '#shared/contracts/menu-imports.ts'

/** The name of a column for people. A column of the file that the menu does not have keeps its own. */
export function useColumnName(): (column: string) => string {
  const { t } = useTranslation()
  return (column) => {
    const known = CSV_COLUMNS.find((name) => name === column)
    return known ? t(`menuImports.columns.${known}`) : column
  }
}
