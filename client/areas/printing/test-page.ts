import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Settings } from '#shared/contracts/settings.ts'
import { centred } from '#shared/domain/printing/columns.ts'
import { PopupBlockedError } from './popup-printer.ts'
import { printDocument, toastNotPrinted } from './print-document.ts'

/** Prints a test page, so that the owner sees how this browser prints. */
export function useTestPage({ restaurantName }: Settings) {
  const { t } = useTranslation()
  const [state, setState] = useState<'untried' | 'trying' | 'tried' | 'blocked' | 'failed'>('untried')
  const print = async () => {
    setState('trying')
    try {
      const lines = [...centred(restaurantName || 'Masa', 'large'), ...centred(t('printing.silent.page'))]
      await printDocument({ title: t('printing.silent.page'), lines })
      setState('tried')
    } catch (error) {
      toastNotPrinted(error)
      setState(error instanceof PopupBlockedError ? 'blocked' : 'failed')
    }
  }
  return { state, print: () => void print() }
}
