import { Eye, EyeOff, Search, X } from 'lucide-react'
import { type ComponentProps, type FocusEvent, type Ref, useEffect, useState } from 'react'
import { cx } from '../cx.ts'
import { IconButton } from '../parts/button.tsx'
import { t } from '../translation.ts'
import { TextInput } from './field.tsx'

export function PasswordInput(props: ComponentProps<'input'>) {
  const [isShown, setIsShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  return (
    <div className="relative">
      <TextInput {...props} type={isShown ? 'text' : 'password'} className="pr-12" />
      <IconButton
        label={t('auth.showCharacters')}
        aria-pressed={isShown}
        onClick={() => setIsShown(!isShown)}
        className="absolute top-0.5 right-0.5 text-muted"
      >
        <Icon className="size-5" />
      </IconButton>
    </div>
  )
}

/** A time of day in 24 hours, whatever the browser's language; on leaving it, shorter forms become HH:MM. */
export function TimeInput({ onChange, onBlur, ...rest }: ComponentProps<'input'>) {
  const complete = (event: FocusEvent<HTMLInputElement>) => {
    const completed = completeTime(event.target.value)
    if (completed !== event.target.value) {
      event.target.value = completed
      onChange?.(event)
    }
    onBlur?.(event)
  }
  return (
    <TextInput
      inputMode="numeric"
      maxLength={5}
      placeholder="HH:MM"
      {...rest}
      className="figures"
      onChange={onChange}
      onBlur={complete}
    />
  )
}

/** Completes a typed time: 9, 930, 9.30 and 9:30 become HH:MM, 24 too. Anything else is returned unchanged. */
export function completeTime(typed: string): string {
  const [, hour, minute = '00'] = /^\s*(\d{1,2})(?:[:.,h ]?([0-5]\d))?\s*$/.exec(typed) ?? []
  return hour && (Number(hour) < 24 || hour + minute === '2400') ? `${hour.padStart(2, '0')}:${minute}` : typed
}

interface SearchBoxProps {
  label: string
  placeholder: string
  query: string
  onChange: (query: string) => void
  ref?: Ref<HTMLInputElement> | undefined
  className?: string
  inputClass?: string | undefined
}

export function SearchBox({ label, placeholder, query, onChange, ref, className, inputClass }: SearchBoxProps) {
  return (
    <search className={cx('relative', className)}>
      <Search className="pointer-events-none absolute top-3 left-3.5 size-4.5 text-muted" />
      <TextInput
        ref={ref}
        // Not type="search": its built-in clear button has no accessible name and differs between browsers.
        type="text"
        inputMode="search"
        enterKeyHint="search"
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
        className={cx('h-11! text-ellipsis pl-10!', query ? 'pr-10!' : 'pr-0!', inputClass)}
      />
      {query && (
        <IconButton
          label={t('common.clearSearch')}
          onClick={() => onChange('')}
          className="absolute top-0.5 right-0.5 size-10! text-muted"
        >
          <X className="size-4.5" />
        </IconButton>
      )}
    </search>
  )
}

const TYPING_PAUSE_MS = 300

/** The typed text, trimmed, as of the last pause in typing. */
export function useDebouncedText(input: string): string {
  const text = input.trim()
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return debounced
}
