import { useTranslation } from 'react-i18next'
import { cx } from '../../../ui/cx.ts'
import { SearchBox } from '../../../ui/inputs/search-box.tsx'

/** On a tablet in landscape it is as wide as its icon until it is used, so that all sub-tabs are in sight. */
export function OrderSearch({ query, onChange }: { query: string; onChange: (query: string) => void }) {
  const { t } = useTranslation()
  return (
    <SearchBox
      label={t('orders.searchLabel')}
      placeholder={t('orders.search')}
      clearLabel={t('orders.clearSearch')}
      query={query}
      onChange={onChange}
      className={cx(
        'min-w-0 flex-1 focus-within:w-64 lg:flex-none xl:w-64 2xl:w-72',
        query
          ? 'lg:w-64'
          : 'lg:max-xl:w-11 lg:max-xl:[&_input:not(:focus)]:pr-0! lg:max-xl:[&_input:not(:focus)]:placeholder:text-transparent',
      )}
    />
  )
}
