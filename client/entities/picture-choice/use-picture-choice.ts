import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type PictureTooLarge, pictureFault } from './picture-file.ts'

export interface ChosenPicture {
  file: File
  /** Where the browser shows it until it is stored. */
  url: string
}

/**
 * A new picture: chosen, judged, shown, and sent in its time (docs/product.md#menu-images).
 * @param tooLarge what is said of one that is too large
 */
export function usePictureChoice(tooLarge: PictureTooLarge) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<ChosenPicture | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  /** From 0 to 1 while it is sent. */
  const [progress, setProgress] = useState<number | null>(null)
  const latest = useRef(chosen)
  latest.current = chosen
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
      const found = pictureFault(file, tooLarge)
      setFault(found ? t(`errors.${found}`) : null)
      if (!found) show({ file, url: URL.createObjectURL(file) })
    },
    remove(): void {
      setFault(null)
      show(null)
    },
    /** Sends the picture by a call; one that fails stays chosen for another try. */
    async send<Saved>(
      sent: ChosenPicture,
      call: (file: File, onProgress: (sent: number) => void) => Promise<Saved>,
    ): Promise<Saved> {
      setFault(null)
      setProgress(0)
      try {
        const saved = await call(sent.file, setProgress)
        if (latest.current === sent) show(null)
        return saved
      } finally {
        setProgress(null)
      }
    },
    /** Says why it was not taken, and on a line of its own what that means for the rest. */
    refuse(reason: string, rest: string): void {
      setFault(`${reason}\n${rest}`)
    },
    /** The picture that is chosen by now, perhaps after what calls this was begun. */
    latest: () => latest.current,
  }
}

function drop(picture: ChosenPicture | null): void {
  if (picture) URL.revokeObjectURL(picture.url)
}
