import { memo } from 'react'
import { expect, it } from 'vitest'
import { act, render, screen } from '../testing/render.tsx'
import { i18n, language, t, useLanguage } from './translation.ts'

const Label = memo(function Label() {
  useLanguage()
  return <p lang={language}>{t('common.reload')}</p>
})

it('a component is rendered again when the language changes, and follows it no longer once it is gone', () => {
  const { unmount } = render(<Label />, { language: 'en' })
  expect(screen.getByText('Reload').lang).toBe('en')
  act(() => i18n.changeLanguage('ro'))
  expect(screen.getByText('Reîncărcați').lang).toBe('ro')
  unmount()
  act(() => i18n.changeLanguage('en'))
  expect(screen.queryByText('Reload')).toBeNull()
})

it('texts are added group by group, and one language can be read whatever the page’s is', () => {
  i18n.addWords('ro', { common: { added: 'Adăugat' } })
  const romanian = i18n.getFixedT('ro') as (key: string) => string
  expect([romanian('common.added'), romanian('common.reload'), t('common.reload')]).toEqual([
    'Adăugat',
    'Reîncărcați',
    'Reload',
  ])
})
