import type { ComponentProps, FocusEvent } from 'react'
import { TextInput } from './field.tsx'

/**
 * An input for a time of day in 24 hours. A browser's own time input shows AM and PM where its language does, whatever
 * the page's. On leaving it, shorter forms become HH:MM; what is no time remains for the form to report.
 */
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
      autoComplete="off"
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

/** Completes a typed time: 9, 930, 9.30 and 9:30 become HH:MM. Anything else is returned unchanged. */
export function completeTime(typed: string): string {
  const [, hour, minute = '00'] = /^\s*(\d{1,2})(?:[:.,h ]?([0-5]\d))?\s*$/.exec(typed) ?? []
  return hour && Number(hour) < 24 ? `${hour.padStart(2, '0')}:${minute}` : typed
}
