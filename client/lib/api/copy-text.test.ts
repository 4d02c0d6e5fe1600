import { afterEach, describe, expect, it, vi } from 'vitest'
import { copyText } from './files.ts'

afterEach(() => void vi.unstubAllGlobals())

describe('copying a text', () => {
  it('uses the clipboard where the page has one, and throws what it throws', async () => {
    const writeText = vi.fn<(text: string) => Promise<void>>().mockResolvedValueOnce(undefined)
    vi.stubGlobal('navigator', { clipboard: { writeText } })
    await copyText('http://conac.example')
    expect(writeText.mock.calls).toEqual([['http://conac.example']])
    writeText.mockRejectedValueOnce(new Error('denied'))
    await expect(copyText('again')).rejects.toThrow('denied')
  })

  it('answers a copy event on plain http, and throws if the browser sends none', async () => {
    vi.stubGlobal('navigator', {})
    const setData = vi.fn<(type: string, text: string) => void>()
    const page = Object.assign(new EventTarget(), { execCommand: (): boolean => false })
    vi.stubGlobal('document', page)
    page.execCommand = () => {
      const event = Object.assign(new Event('copy', { cancelable: true }), { clipboardData: { setData } })
      return page.dispatchEvent(event)
    }
    await copyText('http://192.168.1.20:3000')
    expect(setData.mock.calls).toEqual([['text/plain', 'http://192.168.1.20:3000']])
    page.execCommand = () => false
    await expect(copyText('again')).rejects.toThrow()
  })
})
