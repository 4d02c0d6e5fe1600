import { type ComponentProps, useLayoutEffect, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { CODES_PAPER } from '#shared/domain/printing/print-kinds.ts'
import type { TextKey } from '#shared/i18n/translate.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { Button, i18n } from '../../ui/index.ts'
import { PrintedCode } from './qr-code.tsx'
import './printed-codes.css'

/** A page of A4: three columns of four codes, each at least 35 mm wide (docs/product/tables.md#tables-codes). */
export const CODES_PER_PAGE = 12
const CODE_MM = 36
/** Sizes of type in millimetres for a short, a long and a very long name of the restaurant. */
const NAME_MM = [3.8, 3.1, 2.6] as const

/** What is printed with a code. */
interface LabelOnPaper {
  address: string
  /** In the restaurant's language. */
  caption: string
  label?: string | null
  /** What a guest does with it, in both languages. */
  invitation: TextKey
}

/** The printed pages, rendered instead of the app on paper only; invisible on the screen. */
function PrintedCodes({ labels }: { labels: readonly LabelOnPaper[] }) {
  useLayoutEffect(() => {
    document.body.classList.add('prints-codes')
    return () => document.body.classList.remove('prints-codes')
  }, [])
  const pages = Array.from({ length: Math.ceil(labels.length / CODES_PER_PAGE) }, (_, page) =>
    labels.slice(page * CODES_PER_PAGE, (page + 1) * CODES_PER_PAGE),
  )
  return createPortal(
    <div className="printed-codes" aria-hidden="true">
      <style>{CODES_PAPER}</style>
      {pages.map((page, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: labels can be alike, and stay as they are.
        <div key={i} className="printed-page">
          {page.map((label, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same
            <CodeLabel key={at} {...label} />
          ))}
        </div>
      ))}
    </div>,
    document.body,
  )
}

/** A code with its texts: the caption in the restaurant's language, the invitation in both languages. */
function CodeLabel({ address, caption, label = null, invitation }: LabelOnPaper) {
  const name = useSettings().restaurantName ?? ''
  const nameSize = NAME_MM[name.length <= 22 ? 0 : name.length <= 45 ? 1 : 2]
  return (
    <div className="printed-label">
      <PrintedCode address={address} width={CODE_MM} />
      <div className="printed-words">
        {name && (
          <p className="printed-name" style={{ fontSize: `${nameSize}mm` }}>
            {name}
          </p>
        )}
        <p className="printed-table">{caption}</p>
        {label !== null && <p className="printed-table-label">{label}</p>}
        {/* For phones that cannot scan; the key of a table is too long to type. */}
        <p>{address.replace(/^https?:\/\/|&key=.*$/g, '')}</p>
        {(['ro', 'en'] as const).map((textLanguage) => (
          <p key={textLanguage} lang={textLanguage}>
            {i18n.getFixedT(textLanguage)(invitation)}
          </p>
        ))}
      </div>
    </div>
  )
}

interface PrintCodesButtonProps extends Pick<ComponentProps<typeof Button>, 'variant' | 'children'> {
  labels: readonly LabelOnPaper[]
}

/** Prints codes, twelve on a page. */
export function PrintCodesButton({ labels, ...button }: PrintCodesButtonProps) {
  const [isPrinted, setPrinted] = useState(false)
  const print = async () => {
    // The printed page stays until the button goes: some browsers read it only after `print` has returned.
    flushSync(() => setPrinted(true))
    await loadFonts()
    window.print()
  }
  return (
    <>
      <Button {...button} onClick={() => void print()} className="w-full" />
      {isPrinted && <PrintedCodes labels={labels} />}
    </>
  )
}

/** Loads the fonts of letters that the page has not shown yet, for example those with a comma below. */
async function loadFonts(): Promise<void> {
  const text = document.querySelector('.printed-codes')?.textContent ?? ''
  const faces = ['1em "Inter Variable"', '600 1em "Fraunces Variable"']
  await Promise.allSettled(faces.map((face) => document.fonts.load(face, text)))
}
