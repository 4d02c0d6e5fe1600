import { useEffect, useRef, useState } from 'react'
import type { ErrorCode } from '#shared/contracts/errors.ts'
import { MAX_IMAGE_BYTES } from '#shared/contracts/pictures.ts'
import { useTranslation } from '../../ui/index.ts'

/** The accepted types. The server validates the content itself (docs/product/menu.md#menu-images). */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp']

/** The largest file that is offered to be made smaller: decoding a larger one could exhaust a phone's memory. */
const MAX_SHRINK_BYTES = 64 * 1024 * 1024

type TooLargeCode = Extract<ErrorCode, 'image_too_large' | 'promotion_image_too_large'>

/** The error code of a file that cannot be used as a picture, before it is sent; undefined if it may be valid. */
export function pictureError(file: Pick<File, 'name' | 'type' | 'size'>, tooLarge: TooLargeCode) {
  if (/^image\/hei[cf]/.test(file.type) || /\.hei[cf]$/i.test(file.name)) return 'image_heic'
  if (!PICTURE_TYPES.includes(file.type)) return 'image_type'
  return file.size > MAX_IMAGE_BYTES ? tooLarge : undefined
}

export interface ChosenPicture {
  file: File
  /** The object URL under which the browser shows it. */
  url: string
}

/** Choosing, validating, previewing and uploading a picture (docs/product/menu.md#menu-images). */
export function usePictureChoice(tooLarge: TooLargeCode) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<ChosenPicture | null>(null)
  const [error, setError] = useState<string | null>(null)
  /** A file that is too large, but can be made smaller. */
  const [tooLargeFile, setTooLargeFile] = useState<File | null>(null)
  const [isShrinking, setShrinking] = useState(false)
  /** From 0 to 1 during the upload; null otherwise. */
  const [progress, setProgress] = useState<number | null>(null)
  const latest = useRef(chosen)
  latest.current = chosen
  const latestFile = useRef<File>(null)
  useEffect(
    () => () => {
      latestFile.current = null
      revoke(latest.current)
    },
    [],
  )

  function show(next: ChosenPicture | null): void {
    revoke(latest.current)
    latest.current = next
    setChosen(next)
  }

  function choose(file: File): void {
    latestFile.current = file
    const code = pictureError(file, tooLarge)
    setError(code ? t(`errors.${code}`) : null)
    setTooLargeFile(code === tooLarge && file.size <= MAX_SHRINK_BYTES ? file : null)
    if (code) return
    const url = URL.createObjectURL(file)
    show({ file, url })
    // A name and a type can be wrong; only decoding shows it.
    const probe = new Image()
    probe.onerror = () => {
      if (latest.current?.url !== url) return
      show(null)
      setError(t('errors.image_type'))
    }
    probe.src = url
  }

  return {
    chosen,
    error,
    progress,
    choose,
    canShrink: tooLargeFile !== null,
    isShrinking,
    /** Makes the file that was too large smaller, and chooses it. */
    async shrink(): Promise<void> {
      if (!tooLargeFile || isShrinking) return
      setShrinking(true)
      try {
        const { shrinkPicture } = await import('./shrink-picture.ts')
        const smaller = await shrinkPicture(tooLargeFile)
        // Another file may have been chosen meanwhile, or the form closed.
        if (latestFile.current === tooLargeFile) choose(smaller)
      } catch {
        if (latestFile.current === tooLargeFile) {
          setError(t('pictureChoice.notShrunk'))
          setTooLargeFile(null)
        }
      } finally {
        setShrinking(false)
      }
    },
    remove(): void {
      latestFile.current = null
      setError(null)
      setTooLargeFile(null)
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
