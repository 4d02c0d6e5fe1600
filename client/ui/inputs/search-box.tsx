import { Search, X } from 'lucide-react'
import { cx } from '../cx.ts'
import { IconButton } from '../parts/icon-button.tsx'
import { TextInput } from './field.tsx'

interface SearchBoxProps {
  label: string
  /** Says what can be searched for. */
  placeholder: string
  clearLabel: string
  query: string
  onChange: (query: string) => void
  className?: string
}

/** A search field. Esc or the clear button empties it. */
export function SearchBox({ label, placeholder, clearLabel, query, onChange, className }: SearchBoxProps) {
  return (
    <search className={cx('relative', className)}>
      <Search aria-hidden="true" className="absolute top-3 left-3.5 size-4.5 text-muted" />
      <TextInput
        // Not type="search": its built-in clear button has no accessible name and differs between browsers.
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        maxLength={100}
        aria-label={label}
        placeholder={placeholder}
        value={query}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || query === '') return
          // The first Esc empties the field without closing a dialog around it.
          event.stopPropagation()
          onChange('')
        }}
        className={cx('h-11! pl-10! text-[15px]!', query ? 'pr-10!' : 'pr-3!')}
      />
      {query && (
        <IconButton
          label={clearLabel}
          onClick={() => onChange('')}
          className="absolute top-0.5 right-0.5 size-10! text-muted"
        >
          <X aria-hidden="true" className="size-4.5" />
        </IconButton>
      )}
    </search>
  )
}
