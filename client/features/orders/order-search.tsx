import { Search, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { cx } from '../../ui/cx.ts'
import { TextInput } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'

export function OrderSearch({ query, onChange }: { query: string; onChange: (query: string) => void }) {
  const { t } = useTranslation()
  return (
    <search
      // On a tablet in landscape it is as wide as its icon until it is used, so that all sub-tabs are in sight.
      className={cx(
        'relative min-w-0 flex-1 focus-within:w-64 lg:flex-none xl:w-64 2xl:w-72',
        query ? 'lg:w-64' : 'lg:max-xl:w-11',
      )}
    >
      <Search aria-hidden="true" className="absolute top-3 left-3.5 size-4.5 text-muted" />
      <TextInput
        // Not type="search": its own clear button has no name, and another size in every browser.
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        maxLength={100}
        aria-label={t('orders.searchLabel')}
        placeholder={t('orders.search')}
        value={query}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={({ key }) => key === 'Escape' && onChange('')}
        className={cx(
          'h-11! w-full pl-10! text-[15px]!',
          query ? 'pr-10!' : 'pr-3! lg:max-xl:not-focus:pr-0! lg:max-xl:not-focus:placeholder:text-transparent',
        )}
      />
      {query && (
        <IconButton
          label={t('orders.clearSearch')}
          onClick={() => onChange('')}
          className="absolute top-0.5 right-0.5 size-10! text-muted"
        >
          <X aria-hidden="true" className="size-4.5" />
        </IconButton>
      )}
    </search>
  )
}
