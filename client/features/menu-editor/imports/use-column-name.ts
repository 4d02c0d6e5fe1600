import { useTranslation } from 'react-i18next'
import { CSV_COLUMNS } from '#shared/contracts/menu/menu-imports.ts'

/** Returns a function that translates the name of a column; the name of an unknown column stays as it is. */
export function useColumnName(): (column: string) => string {
  const { t } = useTranslation()
  return (column) => {
    const known = CSV_COLUMNS.find((name) => name === column)
    return known ? t(`menuImports.columns.${known}`) : column
  }
}
