import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MenuItem } from '#shared/contracts/menu.ts'
import { errorMessage } from '../../lib/error-message.ts'
import { useUploadPicture } from './dish-calls.ts'
import { menuChangeFailed } from './menu-mutation.ts'
import { pictureFault } from './picture-file.ts'

export interface ChosenPicture {
  file: File
  /** Where the browser shows it until it is stored. */
  url: string
}

/** A dish's new picture: chosen, judged, shown, and sent once the dish is saved (docs/product.md#menu-images). */
export function usePictureUpload() {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<ChosenPicture | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  /** From 0 to 1 while it is sent. */
  const [progress, setProgress] = useState<number | null>(null)
  const latest = useRef(chosen)
  latest.current = chosen
  const send = useUploadPicture()
  useEffect(() => () => drop(latest.current), [])

  function show(next: ChosenPicture | null): void {
    drop(latest.current)
    latest.current = next
    setChosen(next)
  }

  return {
    chosen,
    fault,
    progress,
    choose(file: File): void {
      const found = pictureFault(file)
      setFault(found ? t(`errors.${found}`) : null)
      if (!found) show({ file, url: URL.createObjectURL(file) })
    },
    remove(): void {
      setFault(null)
      show(null)
    },
    /** @returns the dish with its picture; null where the picture was not taken: it stays chosen for another try */
    async upload(dish: MenuItem, sent: ChosenPicture): Promise<MenuItem | null> {
      setFault(null)
      setProgress(0)
      try {
        const saved = await send.mutateAsync({ dish, file: sent.file, onProgress: setProgress })
        if (latest.current === sent) show(null)
        return saved
      } catch (error) {
        setFault(`${errorMessage(error)} ${t('menuEditor.picture.kept')}`)
        menuChangeFailed(t('menuEditor.picture.failed'), t('menuEditor.picture.failedDescription'))
        return null
      } finally {
        setProgress(null)
      }
    },
    /** The picture that is chosen by now, perhaps after what calls this was begun. */
    latest: () => latest.current,
  }
}

function drop(picture: ChosenPicture | null): void {
  if (picture) URL.revokeObjectURL(picture.url)
}
