import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pictureError, type TooLargeCode } from './picture-file.ts'

/** A picture that was chosen and not yet uploaded. */
export interface ChosenPicture {
  file: File
  /** The object URL under which the browser shows it. */
  url: string
}

/**
 * State of a new picture: choosing, validating, previewing and uploading it (docs/product/menu.md#menu-images).
 * @param tooLarge the error code for a file that is too large
 */
export function usePictureChoice(tooLarge: TooLargeCode) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<ChosenPicture | null>(null)
  const [error, setError] = useState<string | null>(null)
  /** From 0 to 1 during the upload; null otherwise. */
  const [progress, setProgress] = useState<number | null>(null)
  const latest = useRef(chosen)
  latest.current = chosen
  useEffect(() => () => revoke(latest.current), [])

  function show(next: ChosenPicture | null): void {
    revoke(latest.current)
    latest.current = next
    setChosen(next)
  }

  return {
    chosen,
    error,
    progress,
    choose(file: File): void {
      const code = pictureError(file, tooLarge)
      setError(code ? t(`errors.${code}`) : null)
      if (!code) show({ file, url: URL.createObjectURL(file) })
    },
    remove(): void {
      setError(null)
      show(null)
    },
    /** Uploads the picture with `upload`. After a failure it stays chosen, so that it can be sent again. */
    async send<Saved>(
      sent: ChosenPicture,
      upload: (file: File, onProgress: (sent: number) => void) => Promise<Saved>,
    ): Promise<Saved> {
      setError(null)
      setProgress(0)
      try {
        const saved = await upload(sent.file, setProgress)
        if (latest.current === sent) show(null)
        return saved
      } finally {
        setProgress(null)
      }
    },
    /** Shows why the upload failed, and on a second line the consequence for the rest of the form. */
    showError(reason: string, consequence: string): void {
      setError(`${reason}\n${consequence}`)
    },
    /** The picture chosen at present, even if the caller's render is older. */
    latest: () => latest.current,
  }
}

function revoke(picture: ChosenPicture | null): void {
  if (picture) URL.revokeObjectURL(picture.url)
}
