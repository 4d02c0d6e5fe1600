import { useTranslation } from 'react-i18next'
import { SearchBox } from '../../ui/search-box.tsx'

export function OrderSearch({ query, onChange }: { query: string; onChange: (query: string) => void }) {
  const { t } = useTranslation()
  return (
    <SearchBox
      label={t('orders.searchLabel')}
      placeholder={t('orders.search')}
      clearLabel={t('orders.clearSearch')}
      query={query}
      onChange={onChange}
      className="lg:w-64 xl:w-72"
    />
  )
}
